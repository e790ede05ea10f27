import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const checkMs = 1_000;

/**
 * The connections of a server. Clients open some ahead of their next request (undici does so when
 * a stream was cancelled): Node takes such a silent connection for a late request, but it is idle.
 */
export class OpenConnections {
  readonly #openedMs = new Map<Socket, number>();

  constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.#openedMs.set(socket, performance.now());
      socket.once('close', () => this.#openedMs.delete(socket));
    });
    server.once('listening', () => {
      const timer = setInterval(() => this.#closeLongSilent(), checkMs).unref();
      server.once('close', () => clearInterval(timer));
    });
  }

  /** The silent ones too: Node does not close them as idle. */
  closeIdle(): void {
    this.server.closeIdleConnections();
    this.#closeSilent(performance.now());
  }

  /** They may stay open as long as those that are idle after a request. */
  #closeLongSilent(): void {
    this.#closeSilent(performance.now() - this.server.keepAliveTimeout);
  }

  #closeSilent(openedBeforeMs: number): void {
    for (const [socket, openedMs] of this.#openedMs) {
      if (openedMs < openedBeforeMs && isSilent(socket)) socket.destroy();
    }
  }
}

/** Nothing has arrived on it. */
export function isSilent(socket: object): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0;
}
