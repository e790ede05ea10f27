import { nanosToUsdNumber } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { openAccount, readCredits, type Account } from './accounts';
import { addModel } from './add-model';
import { dialectNames } from './dialects';
import type { Gateway } from './gateway';
import { accountCount, judgeFault } from './judge-fault';
import type { CallRecord, Load } from './load';

/** What happens to the server that has the keys of a user. */
export interface RedisFault {
  /** From now on its replica gets no more writes. */
  readonly cutReplica: (userId: string) => Promise<void>;
  /** Kills it; resolves when its replica has taken its place. */
  readonly failOver: (userId: string) => Promise<void>;
}

const parallel = 8;
const callsBefore = 60;
/** Their holds and charges are on the master only. */
const callsLost = 24;
const callsAfter = 60;
const answerTimeoutMs = 120_000;

/** No call is lost, charged twice or left on hold. */
export async function judgeLostWrites(
  gateway: Gateway,
  { cutReplica, failOver }: RedisFault,
): Promise<readonly Account[]> {
  const { accounts } = await judgeFault(gateway, {
    name: 'redis failover',
    parallel,
    dialects: dialectNames,
    happen: async (load, begin) => {
      await load.waitForCalls(callsBefore);
      const userId = getFirstUser(load);
      await cutReplica(userId);
      await load.waitForCalls(callsLost);
      begin();
      await failOver(userId);
      await load.waitForAnswer(answerTimeoutMs);
      await load.waitForCalls(callsAfter);
    },
  });
  for (const { key } of accounts) {
    expect((await readCredits(gateway, key)).available).toBeGreaterThanOrEqual(0n);
  }
  return accounts;
}

/** No wallet spends beyond its credit, though the last charges were not replicated. */
export async function judgePoorWallets(
  gateway: Gateway,
  { cutReplica, failOver }: RedisFault,
): Promise<void> {
  await addModel(gateway, { id: poor.model, prices: poor.prices, upstreamModel: 'chat' });
  const { accounts, records } = await judgeFault(gateway, {
    name: 'redis failover with nearly empty wallets',
    parallel,
    account: { creditUsd: nanosToUsdNumber(poor.creditNanos) },
    body: { model: poor.model, max_tokens: poor.tokens },
    happen: async (load, begin) => {
      await load.waitForCalls(poor.callsBefore);
      const userId = getFirstUser(load);
      await cutReplica(userId);
      await load.waitForCalls(poor.callsLost);
      begin();
      await failOver(userId);
      await load.waitForAnswer(answerTimeoutMs);
      await waitUntilAllAreRefused(load);
    },
  });
  for (const account of accounts) {
    const { available, usage } = await readCredits(gateway, account.key);
    expect(usage).toBeLessThanOrEqual(poor.creditNanos);
    // The last call that was refused found less than its price.
    expect(available).toBeGreaterThanOrEqual(0n);
    expect(available).toBeLessThan(poor.callNanos);
  }
  const refused = records.filter(({ status }) => status === 402);
  expect(refused.every(({ reason }) => reason.includes('insufficient_credits'))).toBe(true);
}

/** Calls per minute stay limited from what was counted before. */
export async function judgeRates(
  gateway: Gateway,
  { cutReplica, failOver }: RedisFault,
): Promise<void> {
  const { key, userId } = await openAccount(gateway);
  const before = await readReports(gateway, key, 40);
  await cutReplica(userId);
  const lost = await readReports(gateway, key, 20);
  await failOver(userId);
  const after = await readReports(gateway, key, 2 * reportsMax);
  const answered = [...before, ...lost, ...after].filter(({ status }) => status === 200);
  for (const reset of new Set(answered.map((each) => each.reset))) {
    const ofMinute = answered.filter((each) => each.reset === reset);
    expect([reset, ofMinute.length <= reportsMax]).toEqual([reset, true]);
  }
  expect(after.some(({ status }) => status === 429)).toBe(true);
}

function getFirstUser({ records: [first] }: Load): string {
  return (first as CallRecord).account.userId;
}

/** A token costs a tenth of a cent, and a call all the tokens that it may have. */
const poor = (() => {
  const [tokens, callsPaid] = [5, 12];
  const callNanos = BigInt(tokens) * 1_000_000n;
  return {
    model: 'poor/chat',
    prices: { prompt: '0', completion: '1000' },
    ...{ tokens, callNanos, creditNanos: BigInt(callsPaid) * callNanos },
    // Of the 12 calls of each of 8 wallets.
    ...{ callsBefore: 32, callsLost: 24 },
  };
})();

/** Each wallet was refused once, after the failover, for want of credit. */
async function waitUntilAllAreRefused(load: Load): Promise<void> {
  const startMs = Date.now();
  await waitUntil(
    () => {
      const refused = load.records.filter(
        ({ startedAtMs, status }) => startedAtMs >= startMs && status === 402,
      );
      return new Set(refused.map(({ account }) => account.userId)).size === accountCount;
    },
    { timeoutMs: answerTimeoutMs, what: 'a refusal of every wallet' },
  );
}

/** A caller may read so many reports in a clock minute. */
const reportsMax = 120;

/** One after the other; `reset` is the minute in which a call was counted. */
async function readReports(
  gateway: Gateway,
  bearer: string,
  count: number,
): Promise<{ readonly status: number; readonly reset: string | null }[]> {
  const answers: { readonly status: number; readonly reset: string | null }[] = [];
  for (let number = 0; number < count; number++) {
    const { headers, status } = await gateway.call('/v1/usage', { bearer });
    answers.push({ status, reset: headers.get('x-ratelimit-reset') });
  }
  return answers;
}
