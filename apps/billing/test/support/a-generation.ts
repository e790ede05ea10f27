import { BillingOutcome, UsageRecorded } from '@tollgate/contracts';
import { makeUlid } from '@tollgate/ids';
import { decodeUsage } from '../../src/ledger/decode-usage';
import type { Generation } from '../../src/ledger/usage';

const noTokens = {
  input: 0n,
  cacheRead: 0n,
  cacheWrite5m: 0n,
  cacheWrite1h: 0n,
  output: 0n,
  reasoning: 0n,
  audioInput: 0n,
  imageInput: 0n,
  audioOutput: 0n,
  imageOutput: 0n,
};

export interface UsageRecordChanges extends Partial<Omit<UsageRecorded, 'usage'>> {
  readonly usage?: Partial<UsageRecorded['usage']>;
}

/** A usage record as a relay would publish it: 10 tokens in, 5 out, for 30 nanos. */
export function aUsageRecord(changes: UsageRecordChanges = {}): UsageRecorded {
  const costNanos = changes.costNanos ?? 30n;
  return {
    generationUlid: makeUlid(),
    startedAt: new Date(),
    walletId: 'user_1',
    userId: 'user_1',
    keyId: 'key_1',
    keyName: 'ci',
    orgId: '',
    teamId: '',
    memberId: '',
    apiType: 'chat',
    model: 'acme/chat-1',
    provider: 'acme',
    routeId: 'route_1',
    upstreamModel: 'chat-1',
    appName: '',
    referer: '',
    requestId: 'req_1',
    status: 200,
    finishReason: 'stop',
    nativeFinishReason: 'stop',
    durationMs: 12n,
    firstTokenMs: undefined,
    isStreamed: false,
    isCancelled: false,
    isFailover: false,
    outcome:
      costNanos > 0n
        ? BillingOutcome.BILLING_OUTCOME_CHARGED
        : BillingOutcome.BILLING_OUTCOME_REFUNDED_CANCEL,
    cacheDiscountNanos: 0n,
    reservedNanos: 100n,
    priceVersion: 1n,
    lines: [],
    attempts: [],
    errorCode: '',
    spendCounters: [],
    spendLimitsNanos: [],
    ...changes,
    costNanos,
    usage: { ...noTokens, input: 10n, output: 5n, ...changes.usage },
  };
}

/** The same, as the consumer hands it to the book. */
export function aGeneration(changes: UsageRecordChanges & { ulid?: string } = {}): Generation {
  const { ulid = makeUlid(), ...rest } = changes;
  const record = aUsageRecord({ ...rest, generationUlid: ulid });
  return decodeUsage(UsageRecorded.encode(record).finish());
}
