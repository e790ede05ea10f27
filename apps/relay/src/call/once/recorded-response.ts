import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import type { AnswerSink } from '../answer/answer-sink';
import type { AnswerRecorder } from './answer-recorder';

/** A client that reads nothing for this long is disconnected. The call goes on without it. */
const stallMsMax = 30_000;

type Recorder = Pick<AnswerRecorder, 'write' | 'writeHead'>;

/** Passes an answer to the client as long as that is connected, and records it in any case. */
export class RecordedResponse extends EventEmitter implements AnswerSink {
  readonly #client: Response;
  readonly #recorder: Recorder;
  readonly #headers: Record<string, string | number> = {};
  #hasHead = false;
  #isDestroyed = false;

  constructor(client: Response, recorder: Recorder) {
    super();
    this.#client = client;
    this.#recorder = recorder;
    // Written to between its end and the event that tells of it, it would raise.
    client.on('error', () => undefined);
  }

  get locals(): Response['locals'] {
    return this.#client.locals;
  }

  get headersSent(): boolean {
    return this.#hasHead;
  }

  /** The answer broke off. */
  get destroyed(): boolean {
    return this.#isDestroyed;
  }

  setHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  removeHeader(name: string): void {
    Reflect.deleteProperty(this.#headers, name);
  }

  writeHead(status: number, headers: Readonly<Record<string, string | number>>): void {
    const all = { ...this.#headers, ...headers };
    this.#hasHead = true;
    this.#recorder.writeHead({ status, headers: all });
    if (this.#isConnected) this.#client.writeHead(status, all);
  }

  /** The call has failed before its answer began: the error has the headers that were set. */
  passHeaders(): void {
    if (this.#hasHead || this.#client.headersSent) return;
    for (const [name, value] of Object.entries(this.#headers)) this.#client.setHeader(name, value);
  }

  flushHeaders(): void {
    if (this.#isConnected) this.#client.flushHeaders();
  }

  write(chunk: string | Buffer, encoding: BufferEncoding = 'utf8'): boolean {
    const bytes = toBytes(chunk, encoding);
    this.#recorder.write(bytes);
    if (!this.#isConnected || this.#client.write(bytes)) return true;
    this.#awaitClient();
    return false;
  }

  end(chunk: string | Buffer): void {
    const bytes = toBytes(chunk, 'utf8');
    this.#recorder.write(bytes);
    if (this.#isConnected) this.#client.end(bytes);
    this.emit('close');
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#client.destroy();
    this.emit('close');
  }

  get #isConnected(): boolean {
    return !this.#client.destroyed && !this.#client.writableEnded;
  }

  #awaitClient(): void {
    const client = this.#client;
    const done = (): void => {
      clearTimeout(timer);
      client.off('drain', done).off('close', done);
      this.emit('drain');
    };
    const timer = setTimeout(() => client.destroy(), stallMsMax);
    client.once('drain', done).once('close', done);
  }
}

function toBytes(chunk: string | Buffer, encoding: BufferEncoding): Buffer {
  return typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
}
