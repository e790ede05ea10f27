import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Sits between a client and a server, and can drop the answers of the server. */
export interface LossyProxy {
  readonly port: number;
  /**
   * The connection that sends next is cut when its server answers: the server has done the
   * work, and the client does not know it.
   */
  loseNextReply(): void;
  readonly lost: () => number;
  /** From now on connections stay open, new ones too, and nothing passes in either direction. */
  swallow(): void;
  /** What was held back passes, and everything after it. */
  release(): void;
  stop(): Promise<void>;
}

export async function startLossyProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<LossyProxy> {
  const sockets = new Set<Socket>();
  let wanted = 0;
  let lost = 0;
  let isSwallowing = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    let isDoomed = false;
    const cut = tie(client, upstream, sockets);
    client.on('data', (chunk) => {
      if (wanted > 0) {
        wanted -= 1;
        isDoomed = true;
      }
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isDoomed) {
        client.write(chunk);
        return;
      }
      lost += 1;
      cut();
    });
    // A listener sets the data flowing.
    if (isSwallowing) for (const socket of [client, upstream]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    loseNextReply: () => {
      wanted += 1;
    },
    lost: () => lost,
    swallow: () => {
      isSwallowing = true;
      for (const socket of sockets) socket.pause();
    },
    release: () => {
      isSwallowing = false;
      for (const socket of sockets) socket.resume();
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Two sockets that end together, and how to end them. */
function tie(client: Socket, upstream: Socket, sockets: Set<Socket>): () => void {
  const cut = (): void => {
    client.destroy();
    upstream.destroy();
  };
  for (const socket of [client, upstream]) {
    sockets.add(socket);
    socket.on('error', cut);
    socket.on('close', () => {
      sockets.delete(socket);
      cut();
    });
  }
  return cut;
}
