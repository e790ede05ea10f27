import { waitUntil } from '@tollgate/testing';
import { getPenaltyKey } from '@tollgate/till';
import type { Response } from 'supertest';
import { getRefusalsKey } from '../../src/rates/redis-counter';
import { minuteEnd, waitForRoomInMinute } from '../support/clock-minute';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';
const limit = 20;
const blockedMessage = 'Temporarily restricted because of repeated rate limit violations.';

let first: EdgeUnderTest;
let second: EdgeUnderTest;
let counter = 0;

beforeAll(async () => {
  first = await startEdge({ instances: 2 });
  second = await startEdge({ instances: 2, beside: first });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

beforeEach(waitForRoomInMinute, 70_000);

function addUser(balanceNanos = 0n): { userId: string; key: string } {
  const userId = `user_p${++counter}`;
  const key = `sk-tg-${userId}`;
  first.auth.addKey(key, { userId, balanceNanos });
  return { userId, key };
}

/** Calls on both edges in turn, one after the other. */
async function call(key: string, times: number): Promise<Response[]> {
  const answers: Response[] = [];
  for (let time = 0; time < times; time++) {
    const edge = time % 2 === 0 ? first : second;
    answers.push(await edge.send('post', chat, key).send({}));
  }
  return answers;
}

const isBlocked = ({ status, text }: Response): boolean =>
  status === 429 && text.includes(blockedMessage);

describe('a user who exceeds the limit repeatedly', () => {
  it('is blocked on all edges beyond three times the limit in one minute', async () => {
    const { key, userId } = addUser();
    const answers = await call(key, 3 * limit);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit);
    expect(answers.filter(isBlocked)).toEqual([]);
    expect(await first.redis.exists(getPenaltyKey(userId))).toBe(0);

    const [tripping, next] = await call(key, 2);
    for (const answer of [tripping, next]) {
      expect(answer?.status).toBe(429);
      expect(answer?.body).toMatchObject({
        error: { message: blockedMessage, type: 'rate_limit_error', code: 429 },
      });
      expect(answer?.headers['x-should-retry']).toBe('false');
      expect(answer?.headers['x-ratelimit-limit']).toBeUndefined();
      expect(Number(answer?.headers['retry-after'])).toBeGreaterThan(290);
      expect(Number(answer?.headers['retry-after'])).toBeLessThanOrEqual(300);
    }
    expect((await first.send('get', '/v1/credits', key)).status).toBe(200);
  });

  it('is blocked by the burst of a moment as well', async () => {
    const { key } = addUser();
    const answers = await Promise.all(
      Array.from({ length: 5 * limit }, (_, index) =>
        (index % 2 === 0 ? first : second).send('post', chat, key).send({}),
      ),
    );
    // One more for the other edge, which may admit a call by its estimate.
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(limit + 1);
    const blocked = answers.filter(isBlocked).length;
    expect(blocked).toBeGreaterThanOrEqual(2 * limit - 1);
    expect(blocked).toBeLessThanOrEqual(2 * limit);
  });

  it('is blocked when it was the fifth of the last ten minutes', async () => {
    const { key, userId } = addUser();
    const earlier = [1, 3, 8, 9].flatMap((ago) => [minuteEnd(ago), '1']);
    await first.redis.hset(getRefusalsKey(userId), ...earlier);
    const passed = await call(key, limit);
    expect(passed.filter(({ status }) => status === 200)).toHaveLength(limit);
    const [refused] = await call(key, 1);
    expect(refused && isBlocked(refused)).toBe(true);
  });

  it('is only refused when it was the fourth, whatever was before', async () => {
    const { key, userId } = addUser();
    const earlier = [1, 3, 9, 10, 11, 12].flatMap((ago) => [minuteEnd(ago), '1']);
    await first.redis.hset(getRefusalsKey(userId), ...earlier);
    await call(key, limit);
    const [refused] = await call(key, 1);
    expect(refused?.status).toBe(429);
    expect(refused && isBlocked(refused)).toBe(false);
    expect(refused?.headers['x-ratelimit-limit']).toBe(String(limit));
    // Old minutes were dropped, and the rest expires with the tenth minute.
    expect(await first.redis.hlen(getRefusalsKey(userId))).toBe(4);
    expect(await first.redis.ttl(getRefusalsKey(userId))).toBeLessThanOrEqual(600);
  });

  it('is not blocked because the balance fell below a tier in mid-minute', async () => {
    const { key, userId } = addUser(10_000_000_000n);
    await call(key, 4 * limit);
    first.auth.addKey(key, { userId, balanceNanos: 0n });
    const heard = await second.countMessages();
    await first.invalidate({ userId });
    await waitUntil(async () => (await second.countMessages()) > heard, { timeoutMs: 30_000 });
    const answers = await call(key, 5);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(429));
    expect(answers.filter(isBlocked)).toEqual([]);
  });

  it('may call again when the block is over', async () => {
    const { key, userId } = addUser();
    await first.redis.set(getPenaltyKey(userId), '1', 'PX', 2_900);
    const [blocked] = await call(key, 1);
    // Rounded up: a client that obeys it comes when the block is over.
    expect(blocked?.headers['retry-after']).toMatch(/^[1-3]$/);
    const isBlockStored = async () => (await first.redis.exists(getPenaltyKey(userId))) === 1;
    await waitUntil(async () => !(await isBlockStored()), { timeoutMs: 30_000 });
    expect((await call(key, 1))[0]?.status).toBe(200);
  });
});
