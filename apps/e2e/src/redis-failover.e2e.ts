import { nanosToUsdNumber } from '@tollgate/money';
import {
  describeInFullRun,
  startRedisSentinels,
  waitUntil,
  type RedisSentinels,
} from '@tollgate/testing';
import { openAccount, readCredits } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { startGateway, type Gateway } from '../test/support/gateway';
import {
  accountCount,
  judgeFault,
  patientEnvironment as environment,
} from '../test/support/judge-fault';
import type { Load } from '../test/support/load';

const parallel = 8;
const callsBefore = 60;
/** Their holds and charges are on the master only. */
const callsLost = 24;
const callsAfter = 60;
const answerTimeoutMs = 120_000;
const testTimeoutMs = 600_000;

describeInFullRun('Redis with a replica and Sentinel', () => {
  let servers: RedisSentinels | undefined;
  let gateway: Awaited<ReturnType<typeof startGateway>> | undefined;
  const start = async () => {
    servers = await startRedisSentinels();
    gateway = await startGateway({ environment: { ...environment, REDIS_URL: servers.url } });
    return { servers, gateway };
  };
  afterEach(async () => {
    await gateway?.end();
    await servers?.stop();
    [gateway, servers] = [undefined, undefined];
  });

  it(
    'fails over with the loss of writes: no call is lost, charged twice or left on hold',
    async () => {
      const stack = await start();
      const { pids } = stack.gateway.credentials();
      const { cutReplica, failOver } = stack.servers;
      const { accounts } = await judgeFault(stack.gateway, {
        name: 'redis failover',
        parallel,
        happen: async (load, begin) => {
          await load.waitForCalls(callsBefore);
          await cutReplica();
          await load.waitForCalls(callsLost);
          begin();
          await failOver();
          await load.waitForAnswer(answerTimeoutMs);
          await load.waitForCalls(callsAfter);
        },
      });
      expect(stack.gateway.credentials().pids).toEqual(pids);
      for (const { key } of accounts) {
        expect((await readCredits(stack.gateway, key)).available).toBeGreaterThanOrEqual(0n);
      }
    },
    testTimeoutMs,
  );

  it(
    'spends no wallet beyond its credit, though the last charges were not replicated',
    async () => {
      const { gateway: stack, servers: redis } = await start();
      await addModel(stack, { id: poor.model, prices: poor.prices, upstreamModel: 'chat' });
      const { accounts, records } = await judgeFault(stack, {
        name: 'redis failover with nearly empty wallets',
        parallel,
        account: { creditUsd: nanosToUsdNumber(poor.creditNanos) },
        body: { model: poor.model, max_tokens: poor.tokens },
        happen: async (load, begin) => {
          await load.waitForCalls(poor.callsBefore);
          await redis.cutReplica();
          await load.waitForCalls(poor.callsLost);
          begin();
          await redis.failOver();
          await load.waitForAnswer(answerTimeoutMs);
          await waitUntilAllAreRefused(load);
        },
      });
      for (const account of accounts) {
        const { available, usage } = await readCredits(stack, account.key);
        expect(usage).toBeLessThanOrEqual(poor.creditNanos);
        // The last call that was refused found less than its price.
        expect(available).toBeGreaterThanOrEqual(0n);
        expect(available).toBeLessThan(poor.callNanos);
      }
      const refused = records.filter(({ status }) => status === 402);
      expect(refused.every(({ reason }) => reason.includes('insufficient_credits'))).toBe(true);
    },
    testTimeoutMs,
  );

  it(
    'goes on to limit calls per minute from what was counted before',
    async () => {
      const { gateway: stack, servers: redis } = await start();
      const { key } = await openAccount(stack);
      const before = await readReports(stack, key, 40);
      await redis.cutReplica();
      const lost = await readReports(stack, key, 20);
      await redis.failOver();
      const after = await readReports(stack, key, 2 * reportsMax);
      const answered = [...before, ...lost, ...after].filter(({ status }) => status === 200);
      for (const reset of new Set(answered.map((each) => each.reset))) {
        const ofMinute = answered.filter((each) => each.reset === reset);
        expect([reset, ofMinute.length <= reportsMax]).toEqual([reset, true]);
      }
      expect(after.some(({ status }) => status === 429)).toBe(true);
    },
    testTimeoutMs,
  );
});

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
