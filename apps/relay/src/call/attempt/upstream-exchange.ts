import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import type { BodySource } from './pump-body';

type Controller = Dispatcher.DispatchController | null;

export interface AnswerHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** What may wait here for its reader; a provider that sends more is slowed down. */
const heldBytesMax = 64 * 1024;

/**
 * One request to a provider and the body of its answer. Most answers are a few hundred bytes that
 * come in one piece: a stream around each of them would cost more than all that is done with it.
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
  /** Why it ended: undefined while it goes on, null at its regular end. */
  #ending: Error | null | undefined;
  #isTold = false;

  constructor() {
    super();
    const { promise, reject, resolve } = Promise.withResolvers<AnswerHead>();
    this.head = promise;
    this.#openHead = resolve;
    this.#failHead = reject;
    // Whoever waits for the head or reads the body hears of it; the others must not fall over it.
    promise.catch(() => undefined);
    this.on('error', () => undefined);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#ending) controller?.abort(this.#ending);
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHttpHeaders): void {
    // An interim answer announces the real one.
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
    if (this.#ending !== undefined) this.#tell();
    else if (this.#controller?.paused === true) this.#controller.resume();
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#held = [];
    this.abort();
    this.#tell();
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
      if (this.#hasReader) this.#tell();
    } else if (this.#isFlowing && this.#held.length === 0) {
      this.#tell();
    }
  }

  #tell(): void {
    if (this.#isTold) return;
    this.#isTold = true;
    if (!this.#isDestroyed) {
      if (this.#ending === null) this.emit('end');
      else this.emit('error', this.#ending);
    }
    this.emit('close');
  }
}
