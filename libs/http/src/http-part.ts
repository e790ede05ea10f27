import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { explainListenError, type Certificates, type ListenPlace } from '@tollgate/config';
import { startBeat, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import { findFrameFault } from './frame-fault';
import { OpenConnections } from './open-connections';
import {
  refuseBrokenRequest,
  refuseFrame,
  refuseSlowBody,
  type ParserError,
} from './refuse-broken-request';
import { RefusalQueue } from './refusal-queue';
import { RunningAnswers } from './running-answers';
import { SlowBodies } from './slow-bodies';

export interface HttpPartOptions extends Partial<Pick<ListenPlace, 'hostSetting' | 'portSetting'>> {
  readonly name: string;
  /** An Express app is one too. */
  readonly handler: RequestListener;
  /** For requests of other services of this process; the same as the other when left out. */
  readonly localHandler?: RequestListener;
  readonly host: string;
  readonly port: number;
  /** Other processes may listen on the same port: the system divides the connections (Linux). */
  readonly sharesPort?: boolean;
  readonly logger: Logger;
  /** With them, only services with a certificate of the same authority can connect. */
  readonly certificates?: Certificates | undefined;
  /** Longer than the free-socket timeout of any client of ours, so that only the client closes. */
  readonly keepAliveTimeoutMs?: number;
  readonly headersTimeoutMs?: number;
  /** For the whole request with its body. */
  readonly requestTimeoutMs?: number;
  /** A body that comes more slowly on average is refused; left out: it may be as slow as it is. */
  readonly bodyBytesPerSecondMin?: number;
  readonly connectionsMax?: number;
  /** How long idle connections are still answered (with `Connection: close`) after a stop. */
  readonly drainGraceMs?: number;
  /** Answered with 200, or 503 while draining: callers choose another instance then. */
  readonly probePath?: string;
  /** Sent with the answer to a request that could not even be parsed. */
  readonly brokenRequestHeaders?: Readonly<Record<string, string>>;
}

export interface HttpPart extends Part {
  readonly address: () => { readonly port: number };
  /** Requests with an unfinished answer. */
  readonly countRequests: () => number;
  /** Serves a request that another service of this process has received and checked. */
  readonly handle: RequestListener;
}

const keepAliveTimeoutMsDefault = 75_000;
const headersTimeoutMsDefault = 10_000;
const requestTimeoutMsDefault = 300_000;
const connectionsMaxDefault = 20_000;
const drainGraceMsDefault = 250;
const drainPollMs = 25;
/** Node looks for late requests this often; its default of 30 s makes the limits meaningless. */
const timeoutCheckMs = 2_000;
const headerBytesMax = 32 * 1024;
const slowBodyCheckMs = 1_000;

/** An HTTP server that is drained on stop: no running answer is cut. */
export function createHttpPart(options: HttpPartOptions): HttpPart {
  let isDraining = false;
  const answers = new RunningAnswers();
  const serve = answerProbe(options, () => isDraining, countAnswers(answers, options.handler));
  const broken = { headers: options.brokenRequestHeaders, logger: options.logger };
  const server = createAnyServer(
    options,
    {
      keepAliveTimeout: options.keepAliveTimeoutMs ?? keepAliveTimeoutMsDefault,
      headersTimeout: options.headersTimeoutMs ?? headersTimeoutMsDefault,
      requestTimeout: options.requestTimeoutMs ?? requestTimeoutMsDefault,
      connectionsCheckingInterval: timeoutCheckMs,
      maxHeaderSize: headerBytesMax,
      insecureHTTPParser: false,
      // Checked below, where its absence is answered like any other fault.
      requireHostHeader: false,
      noDelay: true,
    },
    (request, response) => {
      if (isDraining) response.shouldKeepAlive = false;
      const fault = findFrameFault(request);
      if (fault === undefined) {
        serve(request, response);
        return;
      }
      answers.add(response);
      refuseFrame(fault, request, response, broken);
    },
  );
  server.maxConnections = options.connectionsMax ?? connectionsMaxDefault;
  const connections = new OpenConnections(server);
  const late = new RefusalQueue();
  server.on('clientError', (error: ParserError, socket) => {
    const refuse = (): void =>
      refuseBrokenRequest(error, socket, { ...broken, running: answers.findOn(socket) });
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') late.add(refuse);
    else refuse();
  });

  let boundPort = options.port;
  let stopSlowBodies: (() => void) | undefined;
  return {
    name: options.name,
    address: () => ({ port: boundPort }),
    countRequests: () => answers.size,
    handle: countAnswers(answers, options.localHandler ?? options.handler),
    start: async () => {
      boundPort = await listen(server, options);
      stopSlowBodies = watchSlowBodies(answers, late, options.bodyBytesPerSecondMin);
    },
    stop: async () => {
      isDraining = true;
      stopSlowBodies?.();
      answers.announceClose();
      await drain(server, answers, connections, options.drainGraceMs ?? drainGraceMsDefault);
    },
  };
}

/** On which the instances of a service tell whether they drain. */
export const probePath = '/readyz';
/** Several times the interval at which an edge asks: it sends nothing new before this is over. */
const innerDrainGraceMs = 1_500;

/** A server for the edges: see {@link HttpPartOptions.probePath}. */
export function createInnerHttpPart(options: HttpPartOptions): HttpPart {
  return createHttpPart({ probePath, drainGraceMs: innerDrainGraceMs, ...options });
}

/** Plain, or with mutual TLS; new certificates apply to new connections. */
function createAnyServer(
  { certificates, logger }: HttpPartOptions,
  options: ServerOptions,
  listener: RequestListener,
): Server {
  if (certificates === undefined) return createServer(options, listener);
  const tls = { requestCert: true, rejectUnauthorized: true, ...certificates.current };
  const server = createTlsServer({ ...options, ...tls }, listener);
  const stop = certificates.watch((texts) => server.setSecureContext(texts), logger);
  return server.once('close', stop);
}

/** Probes are none of the running answers: they must not prolong the drain. */
function answerProbe(
  { probePath: path }: HttpPartOptions,
  isDraining: () => boolean,
  handler: RequestListener,
): RequestListener {
  if (path === undefined) return handler;
  return (request, response) => {
    if (request.url === path) response.writeHead(isDraining() ? 503 : 200).end();
    else handler(request, response);
  };
}

function countAnswers(answers: RunningAnswers, handler: RequestListener): RequestListener {
  return (request, response) => {
    answers.add(response);
    handler(request, response);
  };
}

async function listen(server: Server, options: HttpPartOptions): Promise<number> {
  const { host, port: wanted, sharesPort = false } = options;
  const { hostSetting = 'BIND_HOST', portSetting = 'HTTP_PORT' } = options;
  const place = { hostSetting, portSetting, host, port: wanted };
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: Error): void => reject(explainListenError(error, place));
    server.once('error', refuse);
    server.listen({ port: wanted, host, reusePort: sharesPort }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  server.on('error', (error) => options.logger.error('http server error', { error }));
  const { port } = server.address() as AddressInfo;
  options.logger.info('http server listening', { part: options.name, host: options.host, port });
  return port;
}

/** One timer for all connections. */
function watchSlowBodies(
  running: Iterable<ServerResponse>,
  late: RefusalQueue,
  bytesPerSecondMin: number | undefined,
): (() => void) | undefined {
  if (bytesPerSecondMin === undefined) return undefined;
  const slowBodies = new SlowBodies(bytesPerSecondMin);
  const check = (): void => {
    for (const response of slowBodies.find(running, performance.now())) {
      late.add(() => refuseSlowBody(response));
    }
  };
  return startBeat(slowBodyCheckMs, check);
}

/**
 * Closes the listener at once, but idle keep-alive connections only after a grace period: a peer
 * may have sent its next request already, and closing then would fail a call without an answer.
 * The grace restarts with every answer that ends, because its connection is the next to be used.
 */
async function drain(
  server: Server,
  answers: RunningAnswers,
  connections: OpenConnections,
  graceMs: number,
): Promise<void> {
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    // The close() of http.Server would cut the idle connections right away.
    net.Server.prototype.close.call(server, () => {
      isClosed = true;
      resolve();
    });
  });
  const isQuiet = (): boolean => performance.now() - answers.lastEndMs >= graceMs;
  await Promise.race([closed, sleep(graceMs)]);
  // The lifecycle bounds this loop.
  while (!isClosed) {
    // Where this process stood still, requests wait unread: they are read before this resolves.
    await turn();
    if (isQuiet()) connections.closeIdle();
    await Promise.race([closed, sleep(drainPollMs)]);
  }
  // Stops the timer that looks for timed-out requests; there is nothing left to close.
  server.close(() => undefined);
}
