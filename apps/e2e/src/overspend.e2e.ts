import { setTimeout as sleep } from 'node:timers/promises';
import {
  createKey,
  openAccount,
  readCredits,
  readSettledCredits,
  type Account,
} from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { chat, type ChatAnswer } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readSimulatedCalls, resetSimulator, type SimulatedCalls } from '../test/support/simulator';

const gateway = getSharedGateway();
const model = 'dear/chat';
/** At 0.1 USD a token, ten tokens: every call may cost one dollar at most, and does. */
const worstCaseUsd = 1;
const worstCaseNanos = 1_000_000_000n;
const calls = 200;

beforeAll(() => addModel(gateway, { id: model, prices: { prompt: '0', completion: '100000' } }));
beforeEach(() => resetSimulator(gateway));

/** Half of them streamed, all released together; a slow provider keeps the holds open. */
function callAtOnce(bearer: string, count: number, script: string): Promise<ChatAnswer[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      chat(gateway, {
        bearer,
        content: `[[sim:${script}]]`,
        isStreaming: index % 2 === 0,
        body: { model, max_tokens: 10 },
      }),
    ),
  );
}

/** What the wallet looked like while it happened. */
async function watchWallet(bearer: string, isOver: () => boolean): Promise<bigint[]> {
  const available: bigint[] = [];
  while (!isOver()) {
    available.push((await readCredits(gateway, bearer)).available);
    await sleep(20);
  }
  return available;
}

/** The most calls that ran at the same moment, from their starts and durations. */
function countOverlap({ calls: log }: SimulatedCalls): number {
  const edges = log.flatMap((call) => {
    const start = Date.parse(call.startedAt);
    return [
      { at: start, step: 1 },
      { at: start + call.durationMs, step: -1 },
    ];
  });
  edges.sort((left, right) => left.at - right.at || left.step - right.step);
  let running = 0;
  let most = 0;
  for (const { step } of edges) {
    running += step;
    most = Math.max(most, running);
  }
  return most;
}

async function run(
  account: Account,
  bearer: string,
  script: string,
): Promise<{ paid: ChatAnswer[]; refused: ChatAnswer[]; available: bigint[] }> {
  let isOver = false;
  const watching = watchWallet(account.key, () => isOver);
  const answers = await callAtOnce(bearer, calls, script);
  isOver = true;
  const paid = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  return { paid, refused, available: await watching };
}

describe('200 calls at once', () => {
  it('on a wallet that can pay for 10: ten run, the others get 402, nothing is left', async () => {
    const account = await openAccount(gateway, { creditUsd: 10 * worstCaseUsd });
    const { paid, refused, available } = await run(account, account.key, 'delay_ms=1000,tokens=10');

    expect(refused.map(({ status, error }) => `${status} ${error.code}`)).toEqual(
      Array.from({ length: calls - 10 }, () => '402 insufficient_credits'),
    );
    expect(paid.map(({ costNanos }) => costNanos)).toEqual(
      Array.from({ length: 10 }, () => worstCaseNanos),
    );
    const simulated = await readSimulatedCalls(gateway);
    expect(simulated.total).toBe(10);
    expect(countOverlap(simulated)).toBeLessThanOrEqual(10);
    expect(available.every((nanos) => nanos >= 0n)).toBe(true);
    expect(await readSettledCredits(gateway, account.key)).toEqual({
      credits: 10n * worstCaseNanos,
      usage: 10n * worstCaseNanos,
      reserved: 0n,
      available: 0n,
    });
  });

  it('that end cheaper than feared: never more than the wallet could pay for', async () => {
    const account = await openAccount(gateway, { creditUsd: 10 * worstCaseUsd });
    const { paid, refused, available } = await run(account, account.key, 'delay_ms=100,tokens=2');

    const simulated = await readSimulatedCalls(gateway);
    expect(simulated.total).toBe(paid.length);
    expect(paid.length).toBeGreaterThanOrEqual(10);
    expect(countOverlap(simulated)).toBeLessThanOrEqual(10);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([402]));
    expect(available.every((nanos) => nanos >= 0n)).toBe(true);
    const credits = await readSettledCredits(gateway, account.key);
    expect(credits.usage).toBe(BigInt(paid.length) * (worstCaseNanos / 5n));
    expect(credits.available).toBe(10n * worstCaseNanos - credits.usage);
  });

  it('on a key with a cap: it is passed by less than one call', async () => {
    const account = await openAccount(gateway, { creditUsd: 1_000 });
    const { key } = await createKey(gateway, account.cookie, { name: 'capped', limit: 4.5 });
    const { paid, refused } = await run(account, key, 'delay_ms=1000,tokens=10');

    expect(new Set(refused.map(({ status, error }) => `${status} ${error.code}`))).toEqual(
      new Set(['402 spend_limit_exceeded']),
    );
    expect(refused[0]?.error.metadata).toMatchObject({ scope: 'key', period: 'total', limit: 4.5 });
    // Four leave half a dollar, so a fifth may begin; a sixth may not.
    expect(paid).toHaveLength(5);
    expect((await readSimulatedCalls(gateway)).total).toBe(5);
    expect((await readSettledCredits(gateway, account.key)).usage).toBe(5n * worstCaseNanos);
  });
});
