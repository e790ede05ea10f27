import type { Refusal } from './refusal';

export interface RefusalQueueOptions {
  readonly getNowMs: () => number;
  /** Refusals that wait to be sent; more are dropped. */
  readonly waitingMax: number;
  /** Refusals of one caller in a clock minute; of more, only the last is kept with their number. */
  readonly perCallerMinuteMax: number;
  readonly callersMax: number;
  readonly onDropped: () => void;
}

interface CallerMinute {
  kept: number;
  leftOut: number;
  last: Refusal | undefined;
}

const minuteMs = 60_000;

/** Refusals that wait to be sent, bounded in total and per caller and minute. */
export class RefusalQueue {
  readonly #options: RefusalQueueOptions;
  #waiting: Refusal[] = [];
  #minute = 0;
  #callers = new Map<string, CallerMinute>();

  constructor(options: RefusalQueueOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(refusal: Refusal): void {
    this.endMinute();
    const caller = this.#findCaller(refusal.callerId);
    if (caller === undefined) return this.#options.onDropped();
    if (caller.kept < this.#options.perCallerMinuteMax) {
      caller.kept += 1;
      return this.#push(refusal);
    }
    if (caller.last !== undefined) caller.leftOut += 1;
    caller.last = refusal;
  }

  /** Adds the last refusal of each caller that was over its bound in a minute that has ended. */
  endMinute(isForced = false): void {
    const minute = Math.floor(this.#options.getNowMs() / minuteMs);
    if (minute === this.#minute && !isForced) return;
    const ended = this.#callers;
    this.#minute = minute;
    this.#callers = new Map();
    for (const { last, leftOut } of ended.values())
      if (last !== undefined) this.#push({ ...last, leftOut });
  }

  take(max: number): Refusal[] {
    return this.#waiting.splice(0, max);
  }

  /** Puts refusals that could not be sent back in front. */
  putBack(refusals: readonly Refusal[]): void {
    this.#waiting = [...refusals, ...this.#waiting];
    while (this.#waiting.length > this.#options.waitingMax) {
      this.#waiting.pop();
      this.#options.onDropped();
    }
  }

  #findCaller(callerId: string): CallerMinute | undefined {
    const known = this.#callers.get(callerId);
    if (known !== undefined) return known;
    if (this.#callers.size >= this.#options.callersMax) return undefined;
    const caller: CallerMinute = { kept: 0, leftOut: 0, last: undefined };
    this.#callers.set(callerId, caller);
    return caller;
  }

  #push(refusal: Refusal): void {
    if (this.#waiting.length >= this.#options.waitingMax) return this.#options.onDropped();
    this.#waiting.push(refusal);
  }
}
