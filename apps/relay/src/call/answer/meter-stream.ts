import { AppError } from '@tollgate/errors';
import { weighText } from '@tollgate/model-kit';
import { estimateExtension, estimateTokens } from '@tollgate/pricing';
import type { HoldRef } from '@tollgate/till';
import { ExhaustedError } from '../attempt/answer-failed-error';
import type { Holds } from '../admit/holds';
import { makeRefusal } from '../admit/refuse-hold';
import type { OpenedCall } from '../attempt/opened-call';

/** What a stream may still use. */
export type Meter = Pick<StreamMeter, 'extend' | 'hold' | 'isUsedUp'>;

/**
 * Watches the output of a stream that holds less than its worst case, and extends the hold when its
 * output has used it up. The count is an estimate; the charge uses the provider's count.
 */
export class StreamMeter {
  readonly #call: OpenedCall;
  readonly #holds: Pick<Holds, 'extend'>;
  #hold: HoldRef;
  readonly #output: OutputCount;
  #step = 0;
  #extending: Promise<void> | undefined;
  #tokensCovered: number;

  constructor(call: OpenedCall, holds: Pick<Holds, 'extend'>, output: OutputCount) {
    this.#call = call;
    this.#output = output;
    this.#holds = holds;
    this.#hold = call.hold;
    this.#tokensCovered = countCovered(call);
  }

  /** Undefined for a stream whose worst case is held: there is nothing to meter. */
  static of(
    call: OpenedCall,
    holds: Pick<Holds, 'extend'>,
    output: OutputCount,
  ): StreamMeter | undefined {
    return call.hold.amountNanos < call.worstCaseNanos
      ? new StreamMeter(call, holds, output)
      : undefined;
  }

  /** Including its extensions. */
  get hold(): HoldRef {
    return this.#hold;
  }

  get isUsedUp(): boolean {
    return this.#output.tokens >= this.#tokensCovered;
  }

  /**
   * Choices that are read side by side share an extension. Raises ExhaustedError when the credit
   * does not cover it.
   */
  async extend(): Promise<void> {
    this.#extending ??= this.#extend().finally(() => (this.#extending = undefined));
    return this.#extending;
  }

  async #extend(): Promise<void> {
    const { candidate, limits } = this.#call;
    const piece = estimateExtension(candidate.prices, candidate.work, this.#tokensCovered);
    if (piece.outputTokens === 0) {
      // Longer than the limit of the request: the excess over the worst case is charged and
      // counted.
      this.#tokensCovered = Number.POSITIVE_INFINITY;
      return;
    }
    this.#step += 1;
    const { amountNanos } = piece;
    const hold = this.#hold;
    const result = await this.#holds.extend({ hold, step: this.#step, amountNanos, limits });
    if (result.kind === 'refused') {
      throw new ExhaustedError(makeRefusal(result.refusal, amountNanos));
    }
    this.#hold = result.hold;
    this.#tokensCovered += piece.outputTokens;
  }
}

/** How much output the hold pays for once the prompt is paid. */
function countCovered({ candidate, hold }: OpenedCall): number {
  const { prices, work } = candidate;
  const promptNanos = estimateTokens(prices, { ...work, outputTokens: 0 });
  const all = { ...work, choices: 1, outputTokens: work.outputTokens * work.choices };
  const outputNanos = estimateTokens(prices, all) - promptNanos;
  if (outputNanos <= 0n) return all.outputTokens;
  const left = hold.amountNanos - promptNanos;
  return left <= 0n ? 0 : Number((BigInt(all.outputTokens) * left) / outputNanos);
}

/** Ends the stream of a test key as a real one ends without credit. */
export class ScriptedMeter implements Meter {
  readonly hold: HoldRef;
  readonly #tokensMax: number;
  readonly #output: OutputCount;

  constructor({ hold }: Pick<OpenedCall, 'hold'>, tokensMax: number, output: OutputCount) {
    this.hold = hold;
    this.#tokensMax = tokensMax;
    this.#output = output;
  }

  get isUsedUp(): boolean {
    return this.#output.tokens >= this.#tokensMax;
  }

  extend(): Promise<void> {
    return Promise.reject(new ExhaustedError(new AppError('insufficient_credits')));
  }
}

const bytesPerToken = 3.2;

/** Estimates the output of a stream as it passes: providers report their count only at the end. */
export class OutputCount {
  #tokens = 0;

  get tokens(): number {
    return this.#tokens;
  }

  count(text: string): void {
    const { ascii, other } = weighText(text);
    this.#tokens += ascii + other;
  }

  /** For text that is passed on unparsed, in UTF-8. */
  countBytes(bytes: number): void {
    this.#tokens += bytes / bytesPerToken;
  }
}
