import { BillingOutcome, type UsageRecorded } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { getRateSubject, type CallerIdentity } from '@tollgate/identity';
import { computeCharge, type ChargeLine, type Nanos } from '@tollgate/money';
import { emptyUsage, isEmptyUsage, type SettledUsage, type TokenUsage } from '@tollgate/model-spec';
import type { ReachCrashPoint } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import { makeTokenLines, makeUndiscountedLines } from '@tollgate/pricing';
import type { QuotaGrant } from './free-quota';
import type { Holds } from './holds';
import { encodeUsageRecord } from './usage-record';
import { failAnswer, type CompleteAnswer } from './answer';
import { makeUsageRecord, type CallEnding, type RecordedCall } from './record-usage';
import type { RelayMetrics } from './relay-metrics';
import type { Attempt, CallCandidate, HeldCall, OpenedCall, RoutedCall } from './stages';

/** Why a call that was held is not charged. */
export interface CallFailure {
  readonly shown: AppError;
  readonly isCancelled: boolean;
  /** The gateway cut the stream, because nobody could pay for more of it. */
  readonly isExhausted: boolean;
  readonly attempts: readonly Attempt[];
  /** The last that was tried; left out: none was. */
  readonly candidate?: CallCandidate;
}

export interface SettleCallOptions {
  readonly spool: Pick<Spool, 'append' | 'release'>;
  readonly holds: Pick<Holds, 'finalize' | 'noteExhausted' | 'release'>;
  /** What a free call had taken counts again: it ended unbilled. */
  readonly giveBackQuota?: (grant: QuotaGrant) => void;
  /** What a session of an institution used; undefined: the call ended unbilled. */
  readonly noteSessionUse?: (caller: CallerIdentity, tokens: number | undefined) => void;
  /** A stream that ended unbilled by the caller's doing. */
  readonly noteUnbilledCancel: (userId: string) => void;
  readonly onRecorded: () => void;
  readonly reachCrashPoint?: ReachCrashPoint;
  readonly metrics: RelayMetrics;
  readonly logger: Logger;
}

/** Ends holds and writes the records: every call that was held passes here exactly once. */
export class CallSettler {
  readonly #options: SettleCallOptions;

  constructor(options: SettleCallOptions) {
    this.#options = options;
  }

  /**
   * Charges a complete answer. Resolves when the record is on disk: only then may the client hear
   * what it cost. Raises AnswerFailedError when the usage cannot be trusted or not be recorded.
   */
  async settle(call: OpenedCall, answer: CompleteAnswer): Promise<SettledUsage> {
    if (answer.usage.kind === 'unusable') {
      throw failAnswer(
        new AppError('upstream_unavailable', {
          message: 'The provider reported an impossible usage',
        }),
      );
    }
    const charge = readCharge(call, answer);
    if (charge === undefined) {
      this.#recordFree(call, {
        ...makeEnding(call, answer),
        outcome: BillingOutcome.BILLING_OUTCOME_REFUNDED_NO_USAGE,
      });
      return { usage: emptyUsage, costNanos: 0n, upstream: undefined };
    }
    const { lines, undiscountedNanos, usage } = charge;
    const priceNanos = computeCharge(lines);
    const isFree = call.unpaid !== undefined;
    const costNanos = isFree ? 0n : priceNanos;
    const record = makeUsageRecord(
      { ...call, hold: answer.hold },
      {
        ...makeEnding(call, answer),
        outcome: isFree
          ? BillingOutcome.BILLING_OUTCOME_FREE
          : BillingOutcome.BILLING_OUTCOME_CHARGED,
        usage,
        lines,
        costNanos,
        // The whole price of a free call is its discount.
        cacheDiscountNanos: isFree ? priceNanos : undiscountedNanos - costNanos,
      },
    );
    await this.#recordCharge(call, record);
    return { usage, costNanos, upstream: answer.upstreamUsage };
  }

  /** The call failed or was cancelled: everything is given back. */
  refund(call: HeldCall, failure: CallFailure): void {
    const { holds, noteUnbilledCancel } = this.#options;
    const { attempts, candidate = call.candidates[0], isCancelled, isExhausted, shown } = failure;
    this.#recordFree(call, {
      candidate,
      attempts,
      isCancelled,
      errorCode: isCancelled ? '' : shown.reason,
      outcome: chooseOutcome(failure),
    });
    // The organization's own provider asks the organization for what it streamed.
    if (call.unpaid?.kind === 'byok') return;
    // What was streamed is a gift either way; who takes many of them is stopped.
    if (isExhausted) holds.noteExhausted(call.hold);
    const hasBegun = call.request.isStreaming || call.request.isPiped === true;
    if (isExhausted || (isCancelled && hasBegun)) {
      noteUnbilledCancel(getRateSubject(call.caller));
    }
  }

  /** Somebody's rules refused the call, before any money was held for it. */
  recordBlocked(call: RoutedCall, { reason }: AppError): void {
    const { walletId } = call.caller;
    const hold = { walletId, holdId: call.ulid, instance: '', amountNanos: 0n, counters: [] };
    this.#write(
      { ...call, hold, limits: [] },
      {
        attempts: [],
        isCancelled: false,
        errorCode: reason,
        outcome: BillingOutcome.BILLING_OUTCOME_BLOCKED,
      },
    );
  }

  async #recordCharge(call: OpenedCall, record: UsageRecorded): Promise<void> {
    const { holds, logger, metrics, onRecorded, spool } = this.#options;
    let sequence: number;
    try {
      sequence = await spool.append(encodeUsageRecord(record));
    } catch (error) {
      logger.error('usage not recorded; the call is not charged', { generation: call.ulid, error });
      throw failAnswer(new AppError('overloaded', { retryAfterSeconds: 1, cause: error }), error);
    }
    this.#options.reachCrashPoint?.('relay.recorded');
    metrics.countCall(record.outcome, chooseLabel(call.candidate));
    if (record.costNanos > record.reservedNanos) this.#noteExcess(record);
    this.#options.noteSessionUse?.(call.caller, countTokens(record));
    const onFinal = (): void => {
      spool.release(sequence);
      onRecorded();
    };
    if (call.unpaid === undefined) holds.finalize(call.hold, record.costNanos, onFinal);
    else onFinal();
  }

  /** The hold did not cover the call: an operator must find out why. */
  #noteExcess(record: UsageRecorded): void {
    const { costNanos, generationUlid: generation, model, reservedNanos, usage } = record;
    this.#options.metrics.countExcess();
    this.#options.logger.warn('charge above its hold', {
      ...{ generation, model, costNanos: String(costNanos), reservedNanos: String(reservedNanos) },
      ...{ inputTokens: String(usage?.input ?? 0), outputTokens: String(usage?.output ?? 0) },
    });
  }

  /** Not waited for: nobody was promised anything, and the hold must be free at once. */
  #recordFree(call: HeldCall, ending: CallEnding): void {
    if (call.unpaid === undefined) this.#options.holds.release(call.hold);
    else if (call.unpaid.kind === 'quota') this.#options.giveBackQuota?.(call.unpaid.grant);
    this.#options.noteSessionUse?.(call.caller, undefined);
    this.#write(call, ending);
  }

  #write(call: RecordedCall, ending: CallEnding): void {
    const { logger, metrics, onRecorded, spool } = this.#options;
    metrics.countCall(ending.outcome, chooseLabel(ending.candidate ?? call.candidates[0]));
    spool.append(encodeUsageRecord(makeUsageRecord(call, ending))).then(
      (sequence) => {
        spool.release(sequence);
        onRecorded();
      },
      (error: unknown) =>
        logger.warn('unbilled call not recorded', { generation: call.ulid, error }),
    );
  }
}

/** What an answer is charged; undefined: nothing that was used is known. */
interface Charge {
  readonly usage: TokenUsage;
  readonly lines: readonly ChargeLine[];
  readonly undiscountedNanos: Nanos;
}

function readCharge(
  { candidate: { prices, work }, unpaid }: OpenedCall,
  { extras: reported, makeLines, usage: reading }: CompleteAnswer,
): Charge | undefined {
  const usage = reading.kind === 'usage' ? reading.usage : emptyUsage;
  if (makeLines !== undefined) {
    const lines = makeLines(prices);
    // An organization's own provider names no price to us; that it answered is all that is known.
    return lines.length === 0 && unpaid?.kind !== 'byok'
      ? undefined
      : { usage, lines, undiscountedNanos: computeCharge(lines) };
  }
  if (isEmptyUsage(usage)) return undefined;
  const { extras, isThinking, usesWeb } = work;
  const charge = { usage, isThinking, usesWeb, extras, reported };
  return {
    usage,
    lines: makeTokenLines(prices, charge),
    undiscountedNanos: computeCharge(makeUndiscountedLines(prices, charge)),
  };
}

function countTokens({ usage }: UsageRecorded): number {
  if (usage === undefined) return 0;
  const { cacheRead, cacheWrite1h, cacheWrite5m, input, output } = usage;
  return Number(input + cacheRead + cacheWrite5m + cacheWrite1h + output);
}

/** Callers choose the names behind a wildcard, and a metric must not grow with them. */
function chooseLabel({ model }: CallCandidate): string {
  return model.isUnlisted === true ? 'unlisted' : model.id;
}

function chooseOutcome({ isCancelled, isExhausted }: CallFailure): BillingOutcome {
  if (isCancelled) return BillingOutcome.BILLING_OUTCOME_REFUNDED_CANCEL;
  return isExhausted
    ? BillingOutcome.BILLING_OUTCOME_REFUNDED_NO_USAGE
    : BillingOutcome.BILLING_OUTCOME_REFUNDED_UPSTREAM;
}

function makeEnding(call: OpenedCall, answer: CompleteAnswer): Omit<CallEnding, 'outcome'> {
  return {
    candidate: call.candidate,
    attempts: call.attempts,
    isCancelled: answer.isCancelled,
    errorCode: '',
    status: call.answer.status,
    finishReason: answer.finishReason,
    nativeFinishReason: answer.nativeFinishReason,
    firstTokenMs: answer.firstTokenMs,
  };
}
