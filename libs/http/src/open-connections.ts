import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import tls from 'node:tls';

/** The connections of a server, to close those that no request uses. */
export class OpenConnections {
  readonly #sockets = new Set<Socket>();

  constructor(private readonly server: Server) {
    // With TLS, what was read of the raw connection is no request yet.
    const event = server instanceof tls.Server ? 'secureConnection' : 'connection';
    server.on(event, (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** The silent ones too: Node waits for their first request. */
  closeIdle(): void {
    this.server.closeIdleConnections();
    for (const socket of this.#sockets) if (isSilent(socket)) socket.destroy();
  }
}

/**
 * Nothing has arrived on it. Clients open connections ahead of their next request; undici does so
 * when a stream was cancelled.
 */
export function isSilent(socket: object): boolean {
  return 'bytesRead' in socket && socket.bytesRead === 0;
}
