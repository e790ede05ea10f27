import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '@tollgate/errors';
import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { startTestRedis, waitUntil, type TestRedis } from '@tollgate/testing';
import type { RunCall } from '../src/call/relay-call';
import { answerBytesMax, startOnceRelay, type OnceRelay } from './support/start-once-relay';

const patience = { timeoutMs: 30_000 };
const done = { isComplete: true, costNanos: 1_500n };

let server: TestRedis;
/** As an operator, who may read everything. */
let redis: Redis;
let here: OnceRelay;
let there: OnceRelay;
let key = '';
let generations: string[] = [];
let runCall: RunCall;

beforeAll(async () => {
  server = await startTestRedis();
  redis = createRedis({ url: server.url, name: 'operator', logger: silentLogger });
  await redis.connect();
  const run: RunCall = (call, response) => {
    generations.push(`gen-${call.ulid}`);
    return runCall(call, response);
  };
  here = await startOnceRelay(server.urlOf('relay'), 'relay-1', run);
  there = await startOnceRelay(server.urlOf('relay'), 'relay-2', run);
});
afterAll(async () => {
  await here?.end();
  await there?.end();
  redis?.disconnect();
  await server?.stop();
});
beforeEach(() => {
  key = randomUUID();
  generations = [];
});

interface Sent {
  readonly key?: string;
  readonly body?: string;
  readonly path?: string;
  readonly credential?: string;
  readonly signal?: AbortSignal;
}

const open = ({ url }: OnceRelay, sent: Sent = {}): Promise<Response> =>
  fetch(`${url}${sent.path ?? '/v1/chat/completions'}`, {
    method: 'POST',
    body: sent.body ?? '{"a":1}',
    headers: { 'idempotency-key': sent.key ?? key, 'x-key': sent.credential ?? 'key_1' },
    ...(sent.signal && { signal: sent.signal }),
  });

async function ask(relay: OnceRelay, sent: Sent = {}) {
  const response = await open(relay, sent);
  const text = await response.text();
  const isReplay = response.headers.get('idempotent-replayed') === 'true';
  const { headers, status } = response;
  return { status, headers, text, isReplay };
}

const error = (text: string) => JSON.parse(text).error;

/** A gate that a test opens when it has seen enough. */
function makeGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  return { opened, open: () => resolve() };
}

const answerPlainly: RunCall = async (call, response) => {
  response.setHeader('x-tollgate-provider', 'acme');
  response.setHeader('x-ratelimit-remaining', '3');
  const body = JSON.stringify({ id: call.ulid, text: 'Grüße' });
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-generation-id': `gen-${call.ulid}`,
  });
  response.end(body);
  return done;
};

/** Sends a first frame, waits, and sends the rest. */
const answerInTwo =
  (wait: Promise<void>, end = done): RunCall =>
  async (call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${call.ulid}\n\n`);
    await wait;
    response.end('data: [DONE]\n\n');
    return end;
  };

async function readFirst(response: Response): Promise<{ readRest: () => Promise<string> }> {
  const reader = response.body?.getReader();
  if (reader === undefined) throw new Error('no body');
  let text = '';
  const read = async (): Promise<boolean> => {
    const { done: isEnd, value } = await reader.read();
    text += value === undefined ? '' : Buffer.from(value).toString();
    return !isEnd;
  };
  await read();
  return {
    readRest: async () => {
      while (await read());
      return text;
    },
  };
}

describe('a repeated call', () => {
  it('gets the bytes and headers of the first one, and does not run', async () => {
    runCall = answerPlainly;
    const first = await ask(here);
    for (const relay of [here, there]) {
      const again = await ask(relay);
      expect([again.status, again.isReplay, again.text]).toEqual([200, true, first.text]);
      for (const name of ['content-type', 'content-length', 'x-generation-id'])
        expect(again.headers.get(name)).toBe(first.headers.get(name));
      expect(again.headers.get('x-tollgate-provider')).toBe('acme');
      expect(again.headers.get('x-ratelimit-remaining')).toBeNull();
    }
    expect([first.isReplay, first.headers.get('x-ratelimit-remaining')]).toEqual([false, '3']);
    expect(generations).toHaveLength(1);
  });

  it('follows a stream that still runs, at the same relay and at another one', async () => {
    const gate = makeGate();
    runCall = answerInTwo(gate.opened);
    const first = await readFirst(await open(here));
    const followers = await Promise.all(
      [open(here), open(there)].map(async (r) => readFirst(await r)),
    );
    gate.open();
    const texts = await Promise.all([first, ...followers].map(({ readRest }) => readRest()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toMatch(/^data: \w+\n\ndata: \[DONE\]\n\n$/);
    expect(generations).toHaveLength(1);
  });

  it('runs once however many arrive at the same moment', async () => {
    runCall = answerPlainly;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? here : there)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(generations).toHaveLength(1);
  });

  it('is refused with another body, and is another call on another path or with another credential', async () => {
    runCall = answerPlainly;
    await ask(here);
    const other = await ask(there, { body: '{"a":2}' });
    expect([other.status, other.headers.get('x-should-retry')]).toEqual([409, 'false']);
    expect(error(other.text)).toMatchObject({ code: 409, param: 'Idempotency-Key' });
    expect(generations).toHaveLength(1);
    await ask(here, { path: '/v1/embeddings' });
    await ask(here, { credential: 'key_2' });
    expect(generations).toHaveLength(3);
  });

  it('is counted by what has become of it', async () => {
    const { outcomes } = here;
    outcomes.length = 0;
    const waitForOutcome = (wanted: OnceRelay['outcomes'][number], count = 1): Promise<unknown> =>
      waitUntil(() => outcomes.filter((each) => each === wanted).length >= count, patience);
    const gate = makeGate();
    runCall = answerInTwo(gate.opened);
    const first = await readFirst(await open(here));
    const follower = await readFirst(await open(here));
    gate.open();
    await Promise.all([first.readRest(), follower.readRest()]);
    await waitForOutcome('waited');
    await ask(here, { body: '{"a":2}' });
    await waitForOutcome('refused');
    // The answer arrives before Redis has its end.
    await waitUntil(async () => {
      await ask(here);
      return outcomes.includes('replayed');
    }, patience);
    expect(outcomes.slice(0, 3)).toEqual(['first', 'waited', 'refused']);
  });

  it.each(['', 'x'.repeat(129)])('is refused with the key %j', async (bad) => {
    const answer = await ask(here, { key: bad });
    expect(answer.status).toBe(400);
    expect(error(answer.text)).toMatchObject({ param: 'Idempotency-Key' });
  });
});

describe('a call that failed', () => {
  it('leaves its key free, and those who followed it get the same error', async () => {
    const gate = makeGate();
    runCall = async () => {
      await gate.opened;
      throw new AppError('upstream_rate_limited', { retryAfterSeconds: 7 });
    };
    const first = ask(here);
    await waitUntil(() => generations.length === 1, patience);
    const second = ask(there);
    await waitUntil(async () => (await redis.eval(countFollowed, 0)) === 1, patience);
    gate.open();
    for (const answer of await Promise.all([first, second])) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
    }
    runCall = answerPlainly;
    const retry = await ask(there, { body: '{"other":"body"}' });
    expect([retry.status, retry.isReplay]).toEqual([200, false]);
    expect(generations).toHaveLength(2);
  });

  it('inside its stream leaves the key free if it cost nothing, and keeps it otherwise', async () => {
    for (const costNanos of [0n, 5n]) {
      key = randomUUID();
      generations = [];
      runCall = answerInTwo(Promise.resolve(), { isComplete: false, costNanos });
      const answers = [await ask(here), await ask(here)];
      expect(generations).toHaveLength(costNanos === 0n ? 2 : 1);
      expect(answers[1]?.isReplay).toBe(costNanos > 0n);
    }
  });
});

/** How many calls have been looked at while they ran. */
const countFollowed = `
local count = 0
for _, key in ipairs(redis.call('KEYS', 'tollgate:once:{*}')) do
  if redis.call('TYPE', key).ok == 'hash' then count = count + redis.call('HEXISTS', key, 'followed') end
end
return count`;

describe('the first client', () => {
  it('may leave while another one follows: the answer arrives whole', async () => {
    const gate = makeGate();
    runCall = answerInTwo(gate.opened);
    const leaving = new AbortController();
    await readFirst(await open(here, { signal: leaving.signal }));
    const follower = await readFirst(await open(there));
    leaving.abort();
    // Longer than a call without listeners lives.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    gate.open();
    expect(await follower.readRest()).toContain('[DONE]');
  });

  it('may come back to an answer that was finished without it', async () => {
    const gate = makeGate();
    runCall = answerInTwo(gate.opened);
    const leaving = new AbortController();
    await readFirst(await open(here, { signal: leaving.signal }));
    leaving.abort();
    const again = ask(here);
    gate.open();
    expect((await again).text).toContain('[DONE]');
    expect(generations).toHaveLength(1);
  });

  it('that does not come back cancels the call, and leaves the key free', async () => {
    const cancelled = makeGate();
    runCall = async ({ clientGone }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: 1\n\n');
      await new Promise((resolve) => clientGone.addEventListener('abort', resolve));
      response.destroy();
      cancelled.open();
      return { isComplete: false, costNanos: 0n };
    };
    const leaving = new AbortController();
    await readFirst(await open(here, { signal: leaving.signal }));
    leaving.abort();
    await cancelled.opened;
    runCall = answerPlainly;
    // Until the end of the first is known, a repeated call follows it and fails as it did.
    await waitUntil(async () => (await ask(here)).status === 200, patience);
    expect(generations).toHaveLength(2);
  });
});

describe('a kept answer', () => {
  it('cannot be read in Redis', async () => {
    runCall = answerPlainly;
    await ask(here);
    await ask(here);
    const text = String(await redis.eval(dump, 0));
    expect(text).toContain('tollgate:once:');
    for (const secret of [key, 'Grüße', 'acme', '"a":1']) expect(text).not.toContain(secret);
  });

  it('is replaced by a conflict that names the call when it is too large', async () => {
    const noise = randomBytes(answerBytesMax).toString('base64');
    runCall = async (call, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write(noise);
      response.end('.');
      return done;
    };
    expect((await ask(here)).text).toBe(`${noise}.`);
    await waitUntil(
      async () => error((await ask(there)).text).metadata.first_call === 'finished',
      patience,
    );
    const again = await ask(there);
    expect([again.status, again.headers.get('x-should-retry')]).toEqual([409, 'false']);
    expect(again.headers.get('x-generation-id')).toBe(generations[0]);
    expect(error(again.text)).toMatchObject({
      message: expect.stringContaining('too large to keep. It was charged 0.0000015 USD'),
      metadata: { generation_id: generations[0], first_call: 'finished', cost: 0.0000015 },
    });
    expect(generations).toHaveLength(1);
  });

  it('is gone after an hour, and its key is not', async () => {
    runCall = answerPlainly;
    await ask(here);
    // Read to its end, it is complete in Redis.
    await ask(here);
    const answers = await redis.keys('tollgate:once:{*}:answer');
    expect(answers).not.toEqual([]);
    for (const name of answers) {
      expect(await redis.ttl(name)).toBeGreaterThan(0);
      expect(await redis.ttl(name)).toBeLessThanOrEqual(3_600);
    }
    await redis.unlink(...answers);
    const again = await ask(here);
    expect(again.status).toBe(409);
    expect(error(again.text).message).toContain('more than an hour ago');
  });
});

/** Everything that Redis has of idempotent calls. */
const dump = `
local all = {}
for _, key in ipairs(redis.call('KEYS', 'tollgate:once:*')) do
  table.insert(all, key)
  local kind = redis.call('TYPE', key).ok
  local values = kind == 'hash' and redis.call('HGETALL', key)
    or kind == 'list' and redis.call('LRANGE', key, 0, -1) or redis.call('SMEMBERS', key)
  for _, value in ipairs(values) do table.insert(all, value) end
end
return table.concat(all, ' ')`;

describe('when Redis loses everything', () => {
  it('a running call registers itself again and does not run twice', async () => {
    const gate = makeGate();
    runCall = answerInTwo(gate.opened);
    const first = await readFirst(await open(here));
    await redis.flushall();
    await waitUntil(async () => (await redis.keys('tollgate:once:{*}')).length > 0, patience);
    const again = await ask(there);
    expect(again.status).toBe(409);
    expect(error(again.text).metadata).toMatchObject({ first_call: 'running', cost: null });
    gate.open();
    expect(await first.readRest()).toContain('[DONE]');
    expect(generations).toHaveLength(1);
  });
});
