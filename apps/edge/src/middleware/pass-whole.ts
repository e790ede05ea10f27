import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import { Pool, type Dispatcher } from 'undici';
import { answerError } from './answer-error';
import { explainSilence } from './explain-silence';
import { innerSockets } from './inner-sockets';
import { prepareAnswer } from './prepare-answer';

type PassWhole = (request: Request, response: Response) => void;

/** Of these the edge holds the body for a moment; what is larger is piped. */
const smallBytesMax = 64 * 1024;
const connectTimeoutMs = 5_000;
const headerBytesMax = 32 * 1024;

export function isSmall({ headers }: IncomingMessage): boolean {
  const bytes = headers['content-length'] ?? 0;
  return headers['transfer-encoding'] === undefined && Number(bytes) <= smallBytesMax;
}

/**
 * Sends a small request in one piece over pooled connections and copies the answer as it comes. It
 * costs half of what piping both ways through Node's own client does.
 */
export function createPassWhole(url: string, silenceMsMax: number): PassWhole {
  const pool = new Pool(url, {
    connections: innerSockets.max,
    pipelining: 1,
    keepAliveTimeout: innerSockets.freeMs,
    keepAliveMaxTimeout: innerSockets.freeMs,
    headersTimeout: silenceMsMax,
    bodyTimeout: silenceMsMax,
    maxHeaderSize: headerBytesMax,
    connect: { timeout: connectTimeoutMs },
  });
  return (request, response) => {
    const chunks: Buffer[] = [];
    const send = (): void => {
      const copy = new AnswerCopy(request, response, silenceMsMax);
      const { headers, method, url: path } = request;
      pool.dispatch({ path, method, headers, body: joinChunks(chunks) }, copy);
    };
    // A client that leaves in the middle of its body has asked nothing.
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).once('end', send);
  };
}

function joinChunks(chunks: readonly Buffer[]): Buffer | null {
  const [first = null, ...others] = chunks;
  return others.length === 0 ? first : Buffer.concat(chunks);
}

/** Copies one answer to its client, no faster than the client reads, and ends when it leaves. */
class AnswerCopy implements Dispatcher.DispatchHandler {
  readonly #request: Request;
  readonly #response: Response;
  readonly #silenceMsMax: number;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;

  constructor(request: Request, response: Response, silenceMsMax: number) {
    this.#request = request;
    this.#response = response;
    this.#silenceMsMax = silenceMsMax;
    response.once('close', () => this.#leave());
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver || this.#response.destroyed) controller.abort(new ClientLeft());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    const response = this.#response;
    prepareAnswer(status, headers, response);
    for (const name in headers) {
      const value = headers[name];
      // How the body is framed is up to each connection.
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
    const hasLeft = this.#isOver;
    this.#isOver = true;
    if (hasLeft) return;
    const failure = explainSilence(error, this.#silenceMsMax, this.#response);
    answerError(failure, this.#request, this.#response);
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(new ClientLeft());
  }
}

class ClientLeft extends Error {}
