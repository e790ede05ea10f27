export type BodyFault = 'idle' | 'endless' | 'cut';

/** The response body was incomplete. */
export class BodyFaultError extends Error {
  override readonly name = 'BodyFaultError';

  constructor(
    readonly fault: BodyFault,
    options?: { cause: unknown },
  ) {
    super(`upstream body: ${fault}`, options);
  }
}

/** The part of a stream that pumping needs. Emits nothing before the first resume. */
export interface BodySource {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  off(event: 'data', listener: (chunk: Buffer) => void): unknown;
  once(event: 'end' | 'close', listener: () => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
  resume(): unknown;
  /** Discards the rest. */
  destroy(): unknown;
}

/** Undefined: continue. A promise: pause until it resolves. `enough`: discard the rest. */
export type TakeChunk = (chunk: Buffer) => Promise<void> | 'enough' | undefined;

const drainMsMax = 1_000;
const drainBytesMax = 256 * 1024;
/** No answer takes this long; an endless one would occupy its connection for ever. */
const answerMsMax = 60 * 60_000;
/** So many bytes count as progress without a line end. */
const progressBytesMin = 1_024;
const lineEnd = 0x0a;

/**
 * Passes the body on chunk by chunk and resolves at its end. A pause propagates to the provider's
 * socket, so a slow client never fills our memory.
 */
export function pumpBody(body: BodySource, take: TakeChunk, idleTimeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    new BodyPump(body, take, { idleTimeoutMs, resolve, reject }).start();
  });
}

interface PumpOptions {
  readonly idleTimeoutMs: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

class BodyPump {
  readonly #body: BodySource;
  readonly #take: TakeChunk;
  readonly #options: PumpOptions;
  #isSettled = false;
  /** For the promise of the taker. */
  #isWaiting = false;
  #trickledBytes = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #endTimer: NodeJS.Timeout | undefined;

  constructor(body: BodySource, take: TakeChunk, options: PumpOptions) {
    this.#body = body;
    this.#take = take;
    this.#options = options;
  }

  start(): void {
    this.#body.on('data', this.#onData);
    this.#body.once('end', () => this.#finish());
    this.#body.once('error', (cause) => this.#fail(new BodyFaultError('cut', { cause })));
    this.#body.once('close', () => {
      // Creating an Error is expensive because of its stack trace.
      if (!this.#isSettled) this.#fail(new BodyFaultError('cut'));
    });
    this.#resume();
  }

  #resume(): void {
    if (this.#isSettled) return;
    this.#isWaiting = false;
    this.#body.resume();
    // Most answers are complete by now, and need no timers.
    if (!this.#isSettled) this.#watch();
  }

  #watch(): void {
    const { idleTimeoutMs } = this.#options;
    this.#endTimer ??= setTimeout(() => this.#fail(new BodyFaultError('endless')), answerMsMax);
    if (this.#isWaiting) return;
    this.#idleTimer = setTimeout(() => this.#fail(new BodyFaultError('idle')), idleTimeoutMs);
  }

  readonly #onData = (chunk: Buffer): void => {
    // Single bytes do not count as progress: an answer must not trickle for ever.
    this.#trickledBytes += chunk.length;
    if (this.#trickledBytes >= progressBytesMin || chunk.includes(lineEnd)) {
      this.#trickledBytes = 0;
      this.#idleTimer?.refresh();
    }
    try {
      const outcome = this.#take(chunk);
      if (outcome === 'enough') {
        this.#finish();
        drainRest(this.#body);
      } else if (outcome !== undefined) {
        this.#waitFor(outcome);
      }
    } catch (error) {
      this.#fail(error);
    }
  };

  /** No idle time-out while we wait for the client. */
  #waitFor(taken: Promise<void>): void {
    this.#isWaiting = true;
    this.#body.pause();
    clearTimeout(this.#idleTimer);
    taken.then(
      () => this.#resume(),
      (error: unknown) => this.#fail(error),
    );
  }

  #finish(): void {
    if (this.#settle()) this.#options.resolve();
  }

  #fail(error: unknown): void {
    if (!this.#settle()) return;
    this.#body.destroy();
    this.#options.reject(error instanceof Error ? error : new Error(String(error)));
  }

  #settle(): boolean {
    const isFirst = !this.#isSettled;
    this.#isSettled = true;
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#endTimer);
    this.#body.off('data', this.#onData);
    return isFirst;
  }
}

/** Lets a body end that ends soon, so that its connection can be reused; destroys others. */
function drainRest(body: BodySource): void {
  const timer = setTimeout(() => body.destroy(), drainMsMax);
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > drainBytesMax) body.destroy();
  });
  body.once('close', () => clearTimeout(timer));
  body.resume();
}
