import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import type { Certificates } from '@tollgate/config';
import { isOn } from './optimizations';

/** Connections to one instance of a service. */
export type SmallTarget = Pick<Dispatcher, 'dispatch'>;

export interface SmallTargetOptions {
  /** http(s)://host:port of the service. */
  readonly url: string;
  /** For https: what every new connection shows. */
  readonly certificates?: Certificates | undefined;
  /** The name in the certificate of the service; the host of the URL when left out. */
  readonly serverName?: string | undefined;
  readonly connectionsMax: number;
  readonly idleConnectionMs: number;
  /** A service that sends nothing for so long is given up. */
  readonly silenceMsMax: number;
}

export interface SmallForwarderOptions<
  Request extends IncomingMessage,
  Response extends ServerResponse,
> {
  /** Called when the whole request is there; undefined when there is no target. */
  readonly chooseTarget: (response: Response) => SmallTarget | undefined;
  /** Where a request goes of which nothing was sent; undefined: it failed. */
  readonly chooseNextTarget?: (error: Error, response: Response) => SmallTarget | undefined;
  /** Called before the status and headers of an answer are copied; may remove headers. */
  readonly onHead: (status: number, headers: IncomingHttpHeaders, response: Response) => void;
  /** Called when the service gave no answer, or only a part of it. */
  readonly onFailure: (error: Error, request: Request, response: Response) => void;
}

export interface SmallForwarder<Request extends IncomingMessage, Response extends ServerResponse> {
  /** Whether the body of a request is small enough to be held in memory. */
  readonly accepts: (request: IncomingMessage) => boolean;
  readonly forward: (request: Request, response: Response) => void;
}

const bodyBytesMax = 64 * 1024;
const connectTimeoutMs = 5_000;
const headerBytesMax = 32 * 1024;

export function createSmallTarget(options: SmallTargetOptions): SmallTarget {
  const { idleConnectionMs, silenceMsMax } = options;
  return new Pool(options.url, {
    connections: options.connectionsMax,
    pipelining: 1,
    keepAliveTimeout: idleConnectionMs,
    keepAliveMaxTimeout: idleConnectionMs,
    headersTimeout: silenceMsMax,
    bodyTimeout: silenceMsMax,
    maxHeaderSize: headerBytesMax,
    connect: makeConnector(options),
  });
}

/**
 * Forwards small requests in one piece over pooled undici connections and streams the answer back.
 * It costs half the CPU of piping both directions through Node's own HTTP client.
 */
export function createSmallForwarder<
  Request extends IncomingMessage,
  Response extends ServerResponse,
>(options: SmallForwarderOptions<Request, Response>): SmallForwarder<Request, Response> {
  const isInUse = isOn('small-forwarder');
  return {
    accepts: ({ headers }) =>
      isInUse &&
      headers['transfer-encoding'] === undefined &&
      Number(headers['content-length'] ?? 0) <= bodyBytesMax,
    forward: (request, response) => {
      const chunks: Buffer[] = [];
      const sendTo = (target: SmallTarget, body: Buffer | null): void => {
        const copy = new AnswerCopy(response, {
          onHead: options.onHead,
          onFailure: (error, isUnsent) => {
            const next = isUnsent ? options.chooseNextTarget?.(error, response) : undefined;
            if (next === undefined) options.onFailure(error, request, response);
            else sendTo(next, body);
          },
        });
        const { headers, method = 'GET', url: path = '/' } = request;
        target.dispatch({ path, method, headers, body }, copy);
      };
      const send = (): void => {
        const target = options.chooseTarget(response);
        if (target === undefined) options.onFailure(new NoTarget(), request, response);
        else sendTo(target, joinChunks(chunks));
      };
      // A client that disconnects before the end of its body causes no request.
      request.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', send);
    },
  };
}

class NoTarget extends Error {
  readonly code = 'ENOTFOUND';
  override readonly message = 'no address of the service is known';
}

/** The connector of undici keeps its certificate, so there is one for each certificate in use. */
function makeConnector({ certificates, serverName }: SmallTargetOptions): buildConnector.connector {
  const name = serverName === undefined ? {} : { servername: serverName };
  const options = { timeout: connectTimeoutMs, ...name };
  if (certificates === undefined) return buildConnector(options);
  let used = certificates.current;
  let connector = buildConnector({ ...options, ...used });
  return (target, callback) => {
    if (used !== certificates.current) {
      used = certificates.current;
      connector = buildConnector({ ...options, ...used });
    }
    connector(target, callback);
  };
}

function joinChunks(chunks: readonly Buffer[]): Buffer | null {
  const [first = null, ...others] = chunks;
  return others.length === 0 ? first : Buffer.concat(chunks);
}

interface CopyOptions<Response extends ServerResponse> extends Pick<
  SmallForwarderOptions<IncomingMessage, Response>,
  'onHead'
> {
  readonly onFailure: (error: Error, isUnsent: boolean) => void;
}

/** Copies one answer to the client at the client's speed; aborts it when the client disconnects. */
class AnswerCopy<Response extends ServerResponse> implements Dispatcher.DispatchHandler {
  readonly #response: Response;
  readonly #options: CopyOptions<Response>;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;

  constructor(response: Response, options: CopyOptions<Response>) {
    this.#response = response;
    this.#options = options;
    response.once('close', () => this.#abort());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver || this.#response.destroyed) controller.abort(new ClientDisconnected());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    const response = this.#response;
    this.#options.onHead(status, headers, response);
    for (const name in headers) {
      const value = headers[name];
      // Each connection frames the body by itself.
      if (value !== undefined && name !== 'transfer-encoding') response.setHeader(name, value);
    }
    response.statusCode = status;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#response.write(chunk)) return;
    controller.pause();
    this.#response.once('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    this.#isOver = true;
    this.#response.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const wasOver = this.#isOver;
    this.#isOver = true;
    // undici starts a request right before it writes its first byte.
    if (!wasOver) this.#options.onFailure(error, this.#controller === undefined);
  }

  #abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(new ClientDisconnected());
  }
}

class ClientDisconnected extends Error {}
