import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificates } from '@tollgate/config';

/** Of connections to the services. */
export const innerSockets = {
  /** Shorter than the 75 s after which a service closes an idle connection: only we close. */
  freeMs: 60_000,
  max: 8_192,
} as const;

const connectMsMax = 5_000;

const agentOptions: http.AgentOptions = {
  keepAlive: true,
  timeout: innerSockets.freeMs,
  maxSockets: innerSockets.max,
  maxFreeSockets: 1_024,
  scheduling: 'lifo',
};

export interface InnerAgentOptions {
  /** The name in the certificate of the service, where it is reached by number. */
  readonly serverName?: string | undefined;
}

/** Connections to the services: plain, or with mutual TLS. */
export function createInnerAgent(
  certificates: Certificates | undefined,
  { serverName }: InnerAgentOptions = {},
): http.Agent {
  if (certificates === undefined) return new http.Agent(agentOptions);
  return new TlsAgent(certificates, serverName);
}

/** Every new connection shows the certificate that is in use then. */
class TlsAgent extends https.Agent {
  readonly #certificates: Certificates;
  readonly #serverName: string | undefined;

  constructor(certificates: Certificates, serverName: string | undefined) {
    super(agentOptions);
    this.#certificates = certificates;
    this.#serverName = serverName;
  }

  override createConnection(
    ...[options, callback]: Parameters<https.Agent['createConnection']>
  ): ReturnType<https.Agent['createConnection']> {
    const name = this.#serverName === undefined ? {} : { servername: this.#serverName };
    return super.createConnection({ ...options, ...name, ...this.#certificates.current }, callback);
  }
}

/**
 * Lets requests wait for their connection: one whose connection could not be opened has written
 * nothing and read nothing of its body, so it can be sent to another instance.
 */
export function createPatientAgent(
  certificates: Certificates | undefined,
  options: InnerAgentOptions,
): http.Agent {
  const agent = createInnerAgent(certificates, options);
  const connect = agent.createConnection.bind(agent);
  const opened = certificates === undefined ? 'connect' : 'secureConnect';
  agent.createConnection = (target, callback) => {
    const socket = connect(target);
    if (socket == null) throw new Error('an agent without a connection');
    waitForConnection(socket, opened, (error) => callback?.(error, socket));
    return undefined;
  };
  return agent;
}

function waitForConnection(
  socket: Duplex,
  opened: 'connect' | 'secureConnect',
  callback: (error: Error | null) => void,
): void {
  const timer = setTimeout(() => (socket as Socket).destroy(new ConnectTimeout()), connectMsMax);
  const end = (error: Error | null): void => {
    clearTimeout(timer);
    socket.off(opened, onOpen);
    socket.off('error', end);
    callback(error);
  };
  const onOpen = (): void => end(null);
  socket.on(opened, onOpen).on('error', end);
}

class ConnectTimeout extends Error {
  readonly code = 'ERR_CONNECT_TIMEOUT';
  override readonly message = 'the connection was not opened in time';
}
