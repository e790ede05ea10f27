import { weighText } from '@tollgate/dialect-kit';
import { estimateExtension, estimateTokens } from '@tollgate/pricing';
import type { HoldRef } from '@tollgate/till';
import { ExhaustedError } from './answer';
import type { Holds } from './holds';
import { makeRefusal } from './refuse-hold';
import type { OpenedCall } from './stages';

/**
 * Counts the output of a stream that holds less than its worst case, and asks for more when what
 * it holds is used up. Wrong by what a tokenizer may differ; the charge is by the provider's count.
 */
export class StreamMeter {
  readonly #call: OpenedCall;
  readonly #holds: Pick<Holds, 'extend'>;
  #hold: HoldRef;
  #step = 0;
  #tokens = 0;
  #tokensCovered: number;

  constructor(call: OpenedCall, holds: Pick<Holds, 'extend'>) {
    this.#call = call;
    this.#holds = holds;
    this.#hold = call.hold;
    this.#tokensCovered = countCovered(call);
  }

  /** Undefined for a stream whose worst case is covered: there is nothing to meter. */
  static of(call: OpenedCall, holds: Pick<Holds, 'extend'>): StreamMeter | undefined {
    return call.hold.amountNanos < call.worstCaseNanos ? new StreamMeter(call, holds) : undefined;
  }

  /** With everything that was added to it. */
  get hold(): HoldRef {
    return this.#hold;
  }

  count(text: string): void {
    const { ascii, other } = weighText(text);
    this.#tokens += ascii + other;
  }

  get isUsedUp(): boolean {
    return this.#tokens >= this.#tokensCovered;
  }

  /** Raises ExhaustedError when there is no more to be had. */
  async extend(): Promise<void> {
    const { candidate, limits } = this.#call;
    const piece = estimateExtension(candidate.prices, candidate.work, this.#tokensCovered);
    if (piece.outputTokens === 0) {
      // Longer than was asked for: what it costs beyond its worst case is charged and counted.
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
