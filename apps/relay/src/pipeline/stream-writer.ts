import type { Response } from 'express';
import { keepAliveFrame } from '@tollgate/dialects/openai-chat';

/** Silence after which a keep-alive is sent, and the status line committed if it was not. */
const keepAliveMs = 15_000;
/** A client that reads nothing for this long is given up. */
const stallMsMax = 60_000;

/** Writes server-sent events with back-pressure and keep-alives. */
export class StreamWriter {
  readonly #response: Response;
  readonly #generationId: string;
  readonly #keepAlive: NodeJS.Timeout;

  constructor(response: Response, generationId: string) {
    this.#response = response;
    this.#generationId = generationId;
    this.#keepAlive = setInterval(() => void this.write(keepAliveFrame), keepAliveMs);
    response.once('close', () => clearInterval(this.#keepAlive));
  }

  /** From here on errors are frames, not statuses. */
  get isCommitted(): boolean {
    return this.#response.headersSent;
  }

  /** Undefined when the client keeps up; else a promise for the moment it does again. */
  write(frames: string): Promise<void> | undefined {
    this.#commit();
    this.#keepAlive.refresh();
    if (this.#response.write(frames) || this.#response.destroyed) return undefined;
    return this.#waitForDrain();
  }

  end(frames: string): void {
    clearInterval(this.#keepAlive);
    this.#commit();
    this.#response.end(frames);
  }

  /** Nothing was committed and nothing will be: the error becomes an ordinary answer. */
  abandon(): void {
    clearInterval(this.#keepAlive);
  }

  #commit(): void {
    if (this.#response.headersSent) return;
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-generation-id': this.#generationId,
    });
  }

  #waitForDrain(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#response.off('drain', done).off('close', done);
        resolve();
      };
      const timer = setTimeout(() => this.#response.destroy(), stallMsMax);
      this.#response.once('drain', done).once('close', done);
    });
  }
}
