import http from 'node:http';
import https from 'node:https';
import type { Certificates } from '@tollgate/config';

/** Of connections to the services. */
export const innerSockets = {
  /** Shorter than the 75 s after which a service closes an idle connection: only we close. */
  freeMs: 60_000,
  max: 8_192,
} as const;

const agentOptions: http.AgentOptions = {
  keepAlive: true,
  timeout: innerSockets.freeMs,
  maxSockets: innerSockets.max,
  maxFreeSockets: 1_024,
  scheduling: 'lifo',
};

/** Connections to the services: plain, or with mutual TLS. */
export function createInnerAgent(certificates: Certificates | undefined): http.Agent {
  return certificates === undefined ? new http.Agent(agentOptions) : new TlsAgent(certificates);
}

/** Every new connection shows the certificate that is in use then. */
class TlsAgent extends https.Agent {
  readonly #certificates: Certificates;

  constructor(certificates: Certificates) {
    super(agentOptions);
    this.#certificates = certificates;
  }

  override createConnection(
    ...[options, callback]: Parameters<https.Agent['createConnection']>
  ): ReturnType<https.Agent['createConnection']> {
    return super.createConnection({ ...options, ...this.#certificates.current }, callback);
  }
}
