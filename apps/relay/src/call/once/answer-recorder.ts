import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tollgate/observability';
import type { AnswerBudget } from './answer-budget';
import type { AnswerHead, AnswerParts } from './answer-parts';
import type { CallKeys, CallResult, KeyedCall } from './call-keys';

export interface RecorderOptions {
  readonly keys: CallKeys;
  readonly parts: AnswerParts;
  readonly budget: AnswerBudget;
  /** Whose room in the budget the answer takes. */
  readonly walletId: string;
  /** Of one answer, as it is stored. */
  readonly bytesMax: number;
  readonly logger: Logger;
}

export type CallEnding = Omit<CallResult, 'isKept' | 'parts'>;

/** How long bytes wait for more: those who follow the call see them so much later. */
const waitMs = 100;
/** So many do not wait. */
const partBytes = 32 * 1024;
const partsPerCommand = 32;
const finishTries = 5;
const finishPauseMs = 500;

/** Keeps the answer of a call while it is sent, for those who follow it and for replays. */
export class AnswerRecorder {
  readonly #call: KeyedCall;
  readonly #options: RecorderOptions;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #unsent: string[] = [];
  #partCount = 0;
  #storedBytes = 0;
  #isKept = true;
  #isEnded = false;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();

  constructor(call: KeyedCall, options: RecorderOptions) {
    this.#call = call;
    this.#options = options;
  }

  writeHead(head: AnswerHead): void {
    this.#add(this.#options.parts.sealHead(head));
    this.#sendSoon();
  }

  write(bytes: Buffer): void {
    if (!this.#isKept || bytes.length === 0) return;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= partBytes) this.#send();
    else this.#sendSoon();
  }

  /** Says that the call still runs. Returns how long ago a repeated call has looked at it. */
  async beat(): Promise<number | undefined> {
    const { keys, logger } = this.#options;
    try {
      const followedMs = await keys.progress(this.#call, []);
      if (followedMs === undefined) await this.#restore();
      return followedMs;
    } catch (error) {
      logger.warn('idempotent call not confirmed', { generation: this.#call.ulid, error });
      return undefined;
    }
  }

  /** Deletes what was kept: there is no room for the answer, or a part of it was lost. */
  #drop(): void {
    if (!this.#isKept) return;
    this.#isKept = false;
    this.#pending = [];
    this.#unsent = [];
    this.#giveBack();
    const { keys, logger } = this.#options;
    const drop = async (): Promise<void> => {
      await keys.dropAnswer(this.#call).catch((error: unknown) => {
        logger.warn('idempotent answer not deleted', { generation: this.#call.ulid, error });
      });
    };
    this.#sending = this.#sending.then(drop);
  }

  /** Never rejects: without its end, the call counts as one whose relay has died. */
  async finish(result: CallEnding): Promise<void> {
    const { budget, keys, logger, walletId } = this.#options;
    clearTimeout(this.#timer);
    this.#seal();
    await this.#sending;
    this.#isEnded = true;
    const finished = { ...result, isKept: this.#isKept, parts: this.#unsent };
    for (let tries = 1; tries <= finishTries; tries++) {
      try {
        await keys.finish(this.#call, finished);
        if (result.state === 'done') budget.keep(walletId, this.#storedBytes);
        else this.#giveBack();
        return;
      } catch (error) {
        const { ulid: generation } = this.#call;
        logger.warn('end of an idempotent call not kept', { generation, tries, error });
        await sleep(finishPauseMs);
      }
    }
    this.#giveBack();
  }

  #sendSoon(): void {
    this.#timer ??= setTimeout(() => this.#send(), waitMs);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#seal();
    this.#sending = this.#sending.then(() => this.#sendParts());
  }

  async #sendParts(): Promise<void> {
    const { keys, logger } = this.#options;
    while (this.#unsent.length > 0) {
      const parts = this.#unsent.splice(0, partsPerCommand);
      try {
        if ((await keys.progress(this.#call, parts)) === undefined) await this.#restore();
      } catch (error) {
        // They may have arrived: sent again, the answer would have them twice.
        logger.warn('idempotent answer not kept', { generation: this.#call.ulid, error });
        this.#drop();
      }
    }
  }

  /** Redis has lost the call. Its answer cannot be replayed, but the call must not run twice. */
  async #restore(): Promise<void> {
    if (this.#isEnded) return;
    this.#drop();
    await this.#options.keys.claim(this.#call);
  }

  #seal(): void {
    if (this.#pendingBytes === 0 || !this.#isKept) return;
    const bytes = Buffer.concat(this.#pending, this.#pendingBytes);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#add(this.#options.parts.seal(bytes, this.#partCount));
  }

  #add(part: string): void {
    if (!this.#isKept) return;
    const { budget, bytesMax, walletId } = this.#options;
    const { length } = part;
    if (this.#storedBytes + length > bytesMax || !budget.take(walletId, length)) {
      this.#drop();
      return;
    }
    this.#storedBytes += length;
    this.#partCount += 1;
    this.#unsent.push(part);
  }

  #giveBack(): void {
    this.#options.budget.giveBack(this.#options.walletId, this.#storedBytes);
    this.#storedBytes = 0;
  }
}
