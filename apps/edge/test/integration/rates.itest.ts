import { measureWork, waitUntil } from '@tollgate/testing';
import { getPenaltyKey } from '@tollgate/till';
import { getRateKey } from '../../src/rates/redis-counter';
import { minuteEnd, waitForRoomInMinute } from '../support/clock-minute';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const chat = '/v1/chat/completions';

describe('rate limits', () => {
  let edge: EdgeUnderTest;
  let counter = 0;
  beforeAll(async () => {
    edge = await startEdge({ instances: 2 });
  });
  afterAll(() => edge.stop());
  beforeEach(waitForRoomInMinute, 70_000);

  function addUser(balanceNanos = 0n, keys = 1): string[] {
    const userId = `user_${++counter}`;
    return Array.from({ length: keys }, (_, index) => {
      const secret = `sk-tg-${userId}-${index}`;
      edge.auth.addKey(secret, { userId, balanceNanos });
      return secret;
    });
  }

  it('count calls of one user under all keys together', async () => {
    const keys = addUser(0n, 5);
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => edge.send('post', chat, keys[index % 5]).send({})),
    );
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(20);
    const remaining = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
    expect(remaining.sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
    for (const { headers } of passed) {
      expect(headers['x-ratelimit-limit']).toBe('20');
      expect(Number(headers['x-ratelimit-reset']) % 60).toBe(0);
    }

    const refused = answers.find(({ status }) => status === 429);
    const seconds = Number(refused?.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused?.headers).toMatchObject({
      'x-ratelimit-limit': '20',
      'x-ratelimit-remaining': '0',
      'access-control-allow-origin': '*',
    });
    expect(refused?.body).toMatchObject({
      error: {
        message: `Rate limit exceeded: 20 requests per minute. Please try again in ${seconds}s.`,
        type: 'rate_limit_error',
        code: 429,
      },
    });
  });

  it('are higher from 10 USD on', async () => {
    const [key] = addUser(10_000_000_000n);
    const answer = await edge.send('post', chat, key).send({});
    expect(answer.headers['x-ratelimit-limit']).toBe('200');
    expect(answer.headers['x-ratelimit-remaining']).toBe('199');
  });

  it('show no headers on other answers than good ones', async () => {
    const [key] = addUser();
    edge.inner.relay.handler = (_request, response) => response.writeHead(402).end('{}');
    const answer = await edge.send('post', chat, key).send({});
    edge.inner.relay.handler = undefined;
    expect(answer.status).toBe(402);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual(
      [],
    );
  });

  it('do not count reading about oneself', async () => {
    const [key] = addUser();
    for (const path of ['/v1/key', '/v1/auth/key', '/v1/credits']) {
      const answer = await edge.send('get', path, key);
      expect(answer.status).toBe(200);
      expect(answer.headers['x-ratelimit-limit']).toBeUndefined();
    }
  });

  it('count receipts with the reports', async () => {
    const [key] = addUser();
    const first = await edge.send('get', '/v1/generation?id=gen-1', key);
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '120',
      'x-ratelimit-remaining': '119',
    });
    const second = await edge.send('get', '/v1/usage', key);
    expect(second.headers['x-ratelimit-remaining']).toBe('118');
  });

  it('count submitted videos and the polls of each video apart', async () => {
    const [key] = addUser();
    const submit = await edge.send('post', '/v1/videos', key).send({});
    expect(submit.headers).toMatchObject({
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '59',
    });
    for (const id of ['vjob_1', 'vjob_2']) {
      const poll = await edge.send('get', `/v1/videos/${id}`, key);
      expect(poll.headers).toMatchObject({
        'x-ratelimit-limit': '120',
        'x-ratelimit-remaining': '119',
      });
    }
  });

  it('keep a blocked user from submitting videos', async () => {
    const [key] = addUser();
    await edge.redis.set(getPenaltyKey(`user_${counter}`), '1', 'EX', 42);
    expect((await edge.send('post', '/v1/videos', key).send({})).status).toBe(429);
  });

  it('count the catalog by address', async () => {
    const ask = (address: string) => edge.send('get', '/v1/models').set('x-real-ip', address);
    expect((await ask('203.0.113.1')).headers['x-ratelimit-remaining']).toBe('599');
    expect((await ask('203.0.113.1')).headers['x-ratelimit-remaining']).toBe('598');
    expect((await ask('203.0.113.2')).headers['x-ratelimit-remaining']).toBe('599');
  });

  it('count addresses of one IPv6 network together', async () => {
    const ask = async (address: string) =>
      (await edge.send('get', '/v1/models').set('x-real-ip', address)).headers[
        'x-ratelimit-remaining'
      ];
    expect(await ask('2001:db8:1:2::1')).toBe('599');
    expect(await ask('2001:db8:1:2:ffff::2')).toBe('598');
    expect(await ask('2001:db8:1:3::1')).toBe('599');
  });

  it('apply to public pages, and not to probes', async () => {
    const page = await edge.send('get', '/').set('x-real-ip', '203.0.113.3');
    expect(page.headers).toMatchObject({
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '599',
    });
    const from = { 'x-real-ip': '203.0.113.4' };
    await edge.redis.hset(getRateKey('page', '203.0.113.4'), minuteEnd(), 600);
    const refused = await edge.send('get', '/').set(from);
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'x-ratelimit-remaining': '0' });
    for (const probe of ['/healthz', '/readyz']) {
      const answer = await edge.send('get', probe).set(from);
      expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([200, undefined]);
    }
  });

  it('are not given a second time by a Redis that was emptied', async () => {
    const [key] = addUser();
    const ask = () => edge.send('post', chat, key).send({});
    for (let call = 0; call < 15; call++) await ask();
    await edge.redis.flushall();
    const statuses: number[] = [];
    for (let call = 0; call < 8; call++) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  });

  it('leave nothing in Redis that would outlive the minute', async () => {
    const [key] = addUser();
    await edge.send('post', chat, key).send({});
    const names = await edge.redis.keys(getRateKey('inference', '*'));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const seconds = await edge.redis.ttl(name);
      expect(seconds).toBeGreaterThanOrEqual(0);
      expect(seconds).toBeLessThanOrEqual(60);
    }
  });

  it('keep a blocked user away from what spends money, for as long as the block lasts', async () => {
    const [key] = addUser();
    const userId = `user_${counter}`;
    await edge.redis.set(getPenaltyKey(userId), '1', 'EX', 42);
    const answer = await edge.send('post', chat, key).send({});
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({ 'x-should-retry': 'false' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(20);
    expect(answer.body).toMatchObject({
      error: {
        message: 'Temporarily restricted because of repeated rate limit violations.',
        code: 429,
      },
    });
    expect((await edge.send('get', '/v1/credits', key)).status).toBe(200);
    await edge.redis.del(getPenaltyKey(userId));
    expect((await edge.send('post', chat, key).send({})).status).toBe(200);
  });

  it('survive that Redis forgets its scripts', async () => {
    const [key] = addUser();
    await edge.redis.script('FLUSH');
    const answer = await edge.send('post', chat, key).send({});
    expect(answer.headers['x-ratelimit-remaining']).toBe('19');
  });

  it('are split between the instances while Redis is frozen or away, and nothing hangs', async () => {
    const [key] = addUser();
    await edge.send('post', chat, key).send({});
    edge.redisServer.freeze();
    const statuses: number[] = [];
    const times: number[] = [];
    for (let call = 0; call < 12; call++) {
      const { ms, result } = await measureWork(() => edge.send('post', chat, key).send({}));
      statuses.push(result.status);
      times.push(ms);
    }
    // A command to Redis is given up after 500 ms: most calls do not even try.
    expect(times.filter((ms) => ms < 450).length).toBeGreaterThanOrEqual(6);
    // One was counted before: half of the rest of the limit is for this instance.
    expect(statuses.filter((status) => status === 200)).toHaveLength(9);
    edge.redisServer.thaw();

    await edge.redisServer.kill();
    const [other] = addUser();
    const away = await edge.send('post', chat, other).send({});
    expect(away.headers['x-ratelimit-remaining']).toBe('18');
    await edge.redisServer.restartEmpty();
    const isCountedInRedis = async (): Promise<boolean> => {
      const [fresh] = addUser();
      const { headers } = await edge.send('post', chat, fresh).send({});
      return headers['x-ratelimit-remaining'] === '19';
    };
    await waitUntil(isCountedInRedis, { timeoutMs: 30_000, pollMs: 100, what: 'Redis' });
  });
});

describe('calls far below the limit', () => {
  const rateKey = (user: string) => getRateKey('inference', user);
  let edge: EdgeUnderTest;
  beforeAll(async () => {
    edge = await startEdge({ instances: 1 });
  });
  afterAll(() => edge.stop());
  beforeEach(waitForRoomInMinute, 70_000);

  function addFunded(userId: string): string {
    const secret = `sk-tg-${userId}`;
    edge.auth.addKey(secret, { userId, balanceNanos: 10_000_000_000n });
    return secret;
  }

  it('get the remaining count at once, and are in Redis a moment later, until their minute ends', async () => {
    const key = addFunded('user_far');
    const remaining: string[] = [];
    for (let call = 0; call < 10; call++) {
      const { headers } = await edge.send('post', chat, key).send({});
      remaining.push(headers['x-ratelimit-remaining'] ?? '');
    }
    expect(remaining).toEqual(Array.from({ length: 10 }, (_, index) => String(199 - index)));
    await waitUntil(
      async () => (await edge.redis.hget(rateKey('user_far'), minuteEnd())) === '10',
      {
        timeoutMs: 30_000,
      },
    );
    const seconds = await edge.redis.ttl(rateKey('user_far'));
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('are counted on top of what others have counted', async () => {
    const key = addFunded('user_shared');
    await edge.send('post', chat, key).send({});
    await edge.redis.hincrby(rateKey('user_shared'), minuteEnd(), 50);
    await edge.send('post', chat, key).send({});
    await waitUntil(
      async () => (await edge.redis.hget(rateKey('user_shared'), minuteEnd())) === '52',
      {
        timeoutMs: 30_000,
      },
    );
    const { headers } = await edge.send('post', chat, key).send({});
    expect(headers['x-ratelimit-remaining']).toBe('147');
  });

  it('pass exactly up to the limit, however they come', async () => {
    const key = addFunded('user_burst');
    const answers = await Promise.all(
      Array.from({ length: 220 }, () => edge.send('post', chat, key).send({})),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200);
  });

  it('are counted when the edge stops', async () => {
    const other = await startEdge({ instances: 1, beside: edge });
    const key = addFunded('user_last');
    for (let call = 0; call < 3; call++) await other.send('post', chat, key).send({});
    await other.stop();
    expect(await edge.redis.hget(rateKey('user_last'), minuteEnd())).toBe('3');
  });
});
