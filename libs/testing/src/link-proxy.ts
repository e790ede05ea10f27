import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface LinkAddress {
  readonly host: string;
  readonly port: number;
}

/** Forwards TCP connections from one address to another, and can be cut like a network. */
export interface LinkProxy {
  /**
   * From now on nothing passes in either direction, not even the end of a connection. Open
   * connections hang, and new ones get no answer.
   */
  readonly cut: () => void;
  /** Everything passes again, first what was sent meanwhile, as TCP would send it again. */
  readonly heal: () => void;
  readonly stop: () => Promise<void>;
}

/** The proxy closes connections beyond this number at once. */
const connectionsMax = 500;

export async function startLinkProxy(
  listen: LinkAddress,
  target: LinkAddress,
  { connectionLimit = connectionsMax } = {},
): Promise<LinkProxy> {
  const pipes = new Set<Pipe>();
  let isCut = false;
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
    const pipe = new Pipe(client, target, () => pipes.delete(pipe));
    pipes.add(pipe);
    if (!isCut) pipe.release();
  });
  server.maxConnections = connectionLimit;
  server.listen(listen.port, listen.host);
  await once(server, 'listening');
  return {
    cut: () => {
      isCut = true;
      for (const pipe of pipes) pipe.hold();
    },
    heal: () => {
      isCut = false;
      for (const pipe of pipes) pipe.release();
    },
    stop: async () => {
      for (const pipe of pipes) pipe.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One connection of a client and, unless it came during a cut, the one to the server for it. */
class Pipe {
  readonly #client: Socket;
  readonly #target: LinkAddress;
  readonly #onClose: () => void;
  #upstream: Socket | undefined;
  #isHeld = true;
  /** One side failed; the other must not notice it before the pipe is released. */
  #isBroken = false;

  constructor(client: Socket, target: LinkAddress, onClose: () => void) {
    this.#client = client;
    this.#target = target;
    this.#onClose = onClose;
    this.#watch(client);
  }

  hold(): void {
    this.#isHeld = true;
    this.#client.pause();
    this.#upstream?.pause();
  }

  release(): void {
    this.#isHeld = false;
    if (this.#isBroken) {
      this.destroy();
      return;
    }
    this.#upstream ??= this.#open();
    this.#client.resume();
    this.#upstream.resume();
  }

  destroy(): void {
    this.#client.destroy();
    this.#upstream?.destroy();
    this.#onClose();
  }

  #open(): Socket {
    const upstream = connect({ ...this.#target, allowHalfOpen: true });
    this.#watch(upstream);
    this.#forward(this.#client, upstream);
    this.#forward(upstream, this.#client);
    return upstream;
  }

  #forward(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause();
    });
    from.on('end', () => to.end());
    to.on('drain', () => {
      if (!this.#isHeld) from.resume();
    });
  }

  #watch(socket: Socket): void {
    socket.on('error', () => {
      this.#isBroken = true;
      if (!this.#isHeld) this.destroy();
    });
    socket.on('close', () => {
      const isOver = this.#client.destroyed && this.#upstream?.destroyed !== false;
      if (isOver) this.#onClose();
    });
  }
}
