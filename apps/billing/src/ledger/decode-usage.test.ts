import { BillingOutcome, UsageRecorded } from '@tollgate/contracts';
import { aUsageRecord, type UsageRecordChanges } from '../../test/support/a-generation';
import { decodeUsage } from './decode-usage';

const decode = (changes: UsageRecordChanges) =>
  decodeUsage(UsageRecorded.encode(aUsageRecord(changes)).finish());

describe('a usage record', () => {
  it('counts every bucket of tokens once, on its side', () => {
    const usage = {
      input: 1n,
      cacheRead: 2n,
      cacheWrite5m: 4n,
      cacheWrite1h: 8n,
      audioInput: 16n,
      imageInput: 32n,
      output: 64n,
      reasoning: 60n,
      audioOutput: 128n,
      imageOutput: 256n,
    };
    expect(decode({ usage })).toMatchObject({
      promptTokens: 63n,
      completionTokens: 448n,
      cachedTokens: 2n,
      keyName: 'ci',
    });
  });

  it('does not take the price of a free call for a saving of caches', () => {
    const outcome = BillingOutcome.BILLING_OUTCOME_FREE;
    const changes = { outcome, costNanos: 0n, cacheDiscountNanos: 28_000n };
    expect(decode(changes)).toMatchObject({ outcome: 'free', cacheSavingsNanos: 0n });
  });

  it.each<[string, UsageRecordChanges]>([
    ['no wallet', { walletId: '' }],
    ['no outcome', { outcome: BillingOutcome.BILLING_OUTCOME_UNSPECIFIED }],
    ['a negative cost', { costNanos: -1n }],
    ['a cost beyond all money', { costNanos: 2n ** 60n }],
    ['a cost of a call that was not charged', { outcome: BillingOutcome.BILLING_OUTCOME_FREE }],
    ['negative tokens', { usage: { output: -1n } }],
    ['a NUL in a text', { appName: 'a\0b' }],
    ['names that are too long for an index', { model: 'm'.repeat(900) }],
    ['a malformed id', { generationUlid: 'nonsense' }],
  ])('with %s can never be posted', (_name, changes) => {
    expect(() => decode(changes)).toThrow(RangeError);
  });
});
