import { BillingOutcome, type UsageRecorded } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { getRateSubject, type CallerIdentity } from '@tollgate/identity';
import { computeCharge, type Nanos } from '@tollgate/money';
import {
  emptyUsage,
  type ReportedExtras,
  type SettledUsage,
  type TokenUsage,
} from '@tollgate/model-spec';
import type { ReachCrashPoint } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import type { GoodwillState } from '@tollgate/till';
import type { RepeatedPrompt } from '../../domain/repeated-prompt';
import type { QuotaGrant } from '../admit/free-quota';
import type { Holds } from '../admit/holds';
import {
  encodeUsageRecord,
  makeUsageRecord,
  type CallEnding,
  type RecordedCall,
} from './make-usage-record';
import { AnswerFailedError, failAnswer } from '../attempt/answer-failed-error';
import type { CompleteAnswer } from '../answer/complete-answer';
import type { GoodwillDesk } from '../admit/goodwill';
import { countTokens, readCharge } from './read-charge';
import type { RelayMetrics } from './relay-metrics';
import type { OpenedCall } from '../attempt/opened-call';
import type { CallFailure } from './call-failure';
import type { CallCandidate, RoutedCall } from '../route/routed-call';
import { makeEmptyHold, paysProvider, type HeldCall } from '../admit/held-call';
import { capAtHold, valueEnding, type EndingValue } from './value-ending';

export interface SettleCallOptions {
  readonly spool: Pick<Spool, 'append' | 'release'>;
  readonly holds: Pick<Holds, 'finalize' | 'noteExhausted' | 'release'>;
  /** A free call ended unbilled: its quota is available again. */
  readonly releaseQuota?: (grant: QuotaGrant) => void;
  readonly goodwill: GoodwillDesk;
  /** Adds the use of a session of an institution; undefined: the call is not counted. */
  readonly noteSessionUse?: (caller: CallerIdentity, tokens: number | undefined) => void;
  /** A stream ended unbilled because of its caller. */
  readonly noteUnbilledCancel: (userId: string) => void;
  /** Finds prompts that `cache_control` would have had in a cache; left out: not watched. */
  readonly findRepeatedPrompt?: (
    call: OpenedCall,
    usage: TokenUsage,
    reported: ReportedExtras | undefined,
  ) => RepeatedPrompt | undefined;
  readonly onRecorded: () => void;
  readonly reachCrashPoint?: ReachCrashPoint;
  readonly metrics: RelayMetrics;
  readonly logger: Logger;
}

/** How a call that failed or was cancelled ended for its caller. */
export interface Refund {
  /** 0 but for an ending that the goodwill allowance did not cover. */
  readonly costNanos: Nanos;
  /** The allowance, where it was checked. */
  readonly goodwill: GoodwillState | undefined;
}

const nothingCharged: Refund = { costNanos: 0n, goodwill: undefined };

/** Ends holds and writes usage records: every held call is settled or refunded exactly once. */
export class CallSettler {
  readonly #options: SettleCallOptions;

  constructor(options: SettleCallOptions) {
    this.#options = options;
  }

  /**
   * Charges a complete answer. Resolves when the record is on disk: only then may the client
   * receive the cost. Raises AnswerFailedError when the usage is impossible or cannot be recorded.
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
        repeatedPrompt: this.#options.findRepeatedPrompt?.(call, usage, answer.extras),
      },
    );
    await this.#recordCharge(call, record, call.candidate);
    this.#options.noteSessionUse?.(call.caller, countTokens(record));
    return { usage, costNanos, upstream: answer.upstreamUsage };
  }

  /**
   * Ends a call that failed or was cancelled. Failures of the provider or the gateway are free. A
   * stream that the caller ended, or that ran out of credit, is free within the goodwill allowance
   * of its wallet and is charged by estimate beyond it. Never rejects.
   */
  async refund(call: HeldCall, failure: CallFailure): Promise<Refund> {
    const { attempts, candidate = call.candidates[0], isCancelled, isExhausted, shown } = failure;
    const outcome = chooseOutcome(failure);
    const errorCode = isCancelled ? '' : shown.reason;
    const ending = { candidate, attempts, isCancelled, errorCode, outcome };
    if (!isCancelled && !isExhausted) {
      this.#recordFree(call, ending);
      return nothingCharged;
    }
    const output = failure.output ?? { tokens: 0, hold: call.hold, hasSentBytes: false };
    const value = valueEnding(candidate, { hasBeenSent: attempts.length > 0, output });
    // Quotas stay used: the work was done.
    const { input, output: written } = value.usage;
    this.#options.noteSessionUse?.(call.caller, input + written);
    if (isExhausted && call.unpaid === undefined) this.#options.holds.noteExhausted(call.hold);
    return this.#endByCaller({ ...call, hold: output.hold }, ending, value);
  }

  async #endByCaller(call: HeldCall, ending: UnbilledEnding, value: EndingValue): Promise<Refund> {
    const { caller, request, unpaid } = call;
    const hasBegun = request.isStreaming || request.isPiped === true;
    if (unpaid !== undefined || !hasBegun || value.valueNanos === 0n) {
      this.#releaseHold(call);
      this.#write(call, ending);
      // With an own key or a test key the streamed part costs the gateway nothing.
      if (hasBegun && paysProvider(call)) this.#options.noteUnbilledCancel(getRateSubject(caller));
      return nothingCharged;
    }
    const { isCovered, state: goodwill } = await this.#options.goodwill.use(
      caller.walletId,
      value.valueNanos,
    );
    const costNanos = isCovered ? undefined : await this.#chargeEnding(call, ending, value);
    if (costNanos === undefined) {
      this.#releaseHold(call);
      this.#write(call, { ...ending, ...(isCovered && { goodwillNanos: value.valueNanos }) });
      this.#options.noteUnbilledCancel(getRateSubject(caller));
    }
    return { costNanos: costNanos ?? 0n, goodwill };
  }

  /** Undefined: it could not be recorded, so it is not charged. */
  async #chargeEnding(
    call: HeldCall,
    ending: UnbilledEnding,
    value: EndingValue,
  ): Promise<Nanos | undefined> {
    const { lines, usage, valueNanos: costNanos } = capAtHold(value, call);
    const outcome = BillingOutcome.BILLING_OUTCOME_CHARGED_CANCEL;
    const charged = { ...ending, outcome, usage, lines, costNanos, isEstimated: true };
    const record = makeUsageRecord(call, charged);
    try {
      await this.#recordCharge(call, record, ending.candidate);
      return costNanos;
    } catch (error) {
      if (!(error instanceof AnswerFailedError)) throw error;
      return undefined;
    }
  }

  /** A content rule refused the call, before any money was held for it. */
  recordBlocked(call: RoutedCall, { reason }: AppError): void {
    this.#write(
      { ...call, hold: makeEmptyHold(call), limits: [] },
      {
        attempts: [],
        isCancelled: false,
        errorCode: reason,
        outcome: BillingOutcome.BILLING_OUTCOME_BLOCKED,
      },
    );
  }

  async #recordCharge(
    call: HeldCall,
    record: UsageRecorded,
    candidate: CallCandidate,
  ): Promise<void> {
    const { holds, logger, metrics, onRecorded, spool } = this.#options;
    let sequence: number;
    try {
      sequence = await spool.append(encodeUsageRecord(record));
    } catch (error) {
      const { requestId, ulid: generation } = call;
      logger.error('usage not recorded; the call is not charged', { requestId, generation, error });
      throw failAnswer(new AppError('overloaded', { retryAfterSeconds: 1, cause: error }), error);
    }
    this.#options.reachCrashPoint?.('relay.recorded');
    metrics.countCall(record.outcome, chooseLabel(candidate));
    if (record.costNanos > record.reservedNanos) this.#noteExcess(record);
    const onFinal = (): void => {
      spool.release(sequence);
      onRecorded();
    };
    if (call.unpaid === undefined) holds.finalize(call.hold, record.costNanos, onFinal);
    else onFinal();
  }

  /** The hold did not cover the charge: an operator must find out why. */
  #noteExcess(record: UsageRecorded): void {
    const { costNanos, generationUlid: generation, model, requestId, reservedNanos } = record;
    const { usage } = record;
    this.#options.metrics.countExcess();
    this.#options.logger.warn('charge above its hold', {
      ...{ requestId, generation, model },
      ...{ costNanos: String(costNanos), reservedNanos: String(reservedNanos) },
      ...{ inputTokens: String(usage?.input ?? 0), outputTokens: String(usage?.output ?? 0) },
    });
  }

  /** Not awaited: no cost was shown to a client, and the hold is released at once. */
  #recordFree(call: HeldCall, ending: CallEnding): void {
    if (call.unpaid?.kind === 'quota') this.#options.releaseQuota?.(call.unpaid.grant);
    this.#releaseHold(call);
    this.#options.noteSessionUse?.(call.caller, undefined);
    this.#write(call, ending);
  }

  #releaseHold({ hold, unpaid }: HeldCall): void {
    if (unpaid === undefined) this.#options.holds.release(hold);
  }

  #write(call: RecordedCall, ending: CallEnding): void {
    const { logger, metrics, onRecorded, spool } = this.#options;
    metrics.countCall(ending.outcome, chooseLabel(ending.candidate ?? call.candidates[0]));
    spool.append(encodeUsageRecord(makeUsageRecord(call, ending))).then(
      (sequence) => {
        spool.release(sequence);
        onRecorded();
      },
      (error: unknown) => {
        const { requestId, ulid: generation } = call;
        logger.warn('unbilled call not recorded', { requestId, generation, error });
      },
    );
  }
}

type UnbilledEnding = CallEnding & { readonly candidate: CallCandidate };

/** Callers choose the names behind a wildcard: as labels they would be unbounded. */
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
