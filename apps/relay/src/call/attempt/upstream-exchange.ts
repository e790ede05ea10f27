import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { BodySource } from './pump-body';

type Controller = Dispatcher.DispatchController | null;

export interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** More unread bytes than this pause the provider. */
const heldBytesMax = 64 * 1024;

/**
 * One request to a provider and its response body. Most bodies are a few hundred bytes in one
 * chunk: a Node stream for each would cost more than all the rest of its handling.
 */
export class UpstreamExchange
  extends EventEmitter
  implements Dispatcher.DispatchHandler, BodySource
{
  readonly head: Promise<AnswerHead>;
  readonly #openHead: (head: AnswerHead) => void;
  readonly #failHead: (error: Error) => void;
  #controller: Controller = null;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #hasReader = false;
  #isFlowing = false;
  #isDestroyed = false;
  /** Why it ended: undefined while it runs, null at its regular end. */
  #ending: Error | null | undefined;
  #isNotified = false;

  constructor() {
    super();
    const { promise, reject, resolve } = Promise.withResolvers<AnswerHead>();
    this.head = promise;
    this.#openHead = resolve;
    this.#failHead = reject;
    // Without a listener, a rejection or an error event would end the process.
    promise.catch(() => undefined);
    this.on('error', () => undefined);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#ending) controller?.abort(this.#ending);
  }

  onResponseStart(controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    // They would stay in memory, with the packet they came in, as long as the stream is open.
    if (controller) controller.rawHeaders = null;
    // Skips informational responses (1xx).
    if (status >= 200) this.#openHead({ status, headers });
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    if (this.#ending !== undefined) return;
    if (this.#isFlowing && this.#held.length === 0) {
      this.emit('data', chunk);
      return;
    }
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes >= heldBytesMax) controller?.pause();
  }

  onResponseEnd(): void {
    this.#end(null);
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#end(error);
  }

  pause(): void {
    this.#isFlowing = false;
    this.#controller?.pause();
  }

  resume(): void {
    this.#hasReader = true;
    this.#isFlowing = true;
    for (;;) {
      const chunk = this.#isFlowing ? this.#held.shift() : undefined;
      if (chunk === undefined) break;
      this.#heldBytes -= chunk.length;
      this.emit('data', chunk);
    }
    if (!this.#isFlowing) return;
    if (this.#ending !== undefined) this.#notify();
    else if (this.#controller?.paused === true) this.#controller.resume();
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#held = [];
    this.abort();
    this.#notify();
  }

  /** Safe at any time and more than once. */
  abort(reason: Error = new Error('the call was given up')): void {
    if (this.#ending !== undefined) return;
    this.#end(reason);
    this.#controller?.abort(reason);
  }

  #end(ending: Error | null): void {
    if (this.#ending !== undefined) return;
    this.#ending = ending;
    if (ending !== null) {
      this.#held = [];
      this.#failHead(ending);
      if (this.#hasReader) this.#notify();
    } else if (this.#isFlowing && this.#held.length === 0) {
      this.#notify();
    }
  }

  #notify(): void {
    if (this.#isNotified) return;
    this.#isNotified = true;
    if (!this.#isDestroyed) {
      if (this.#ending === null) this.emit('end');
      else this.emit('error', this.#ending);
    }
    this.emit('close');
  }
}
