import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, type Account } from '../test/support/accounts';
import { callApi, type ApiAnswer } from '../test/support/api-call';
import { chat, makeChatBody } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { postChunked, sendRaw } from '../test/support/raw-http';
import { readSimulatedCalls } from '../test/support/simulator';

const gateway = getSharedGateway();
const path = '/v1/chat/completions';
const mebibyte = 1024 * 1024;

/** These tests count within one clock minute: near its end they wait for the next. */
async function waitForRoomInMinute(): Promise<void> {
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 20_000) await new Promise((resolve) => setTimeout(resolve, leftMs + 100));
}

describe('calls per minute', () => {
  let poor: Account;
  beforeAll(async () => {
    poor = await openAccount(gateway, { creditUsd: 5 });
  });

  it('are counted for the user, however many keys there are', async () => {
    const keys = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        createKey(gateway, poor.cookie, { name: `key ${index}` }),
      ),
    );
    await waitForRoomInMinute();
    const { total } = await readSimulatedCalls(gateway);
    const statuses: number[] = [];
    let last: ApiAnswer | undefined;
    for (const { key } of keys.slice(0, 21)) {
      last = await gateway.call(path, { bearer: key, body: makeChatBody({}) });
      statuses.push(last.status);
      if (last.status === 200) {
        expect(last.headers.get('x-ratelimit-limit')).toBe('20');
        expect(last.headers.get('x-ratelimit-remaining')).toBe(String(20 - statuses.length));
        expect(Number(last.headers.get('x-ratelimit-reset')) % 60).toBe(0);
      }
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
    const seconds = Number(last?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(last?.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(last?.json.error).toMatchObject({
      message: `Rate limit exceeded: 20 requests per minute. Please try again in ${seconds}s.`,
      type: 'rate_limit_error',
      code: 429,
    });
    expect((await readSimulatedCalls(gateway)).total).toBe(total + 20);
  });

  it.each([
    ['/v1/messages', true],
    ['/api/v1/messages', true],
    ['/v1/responses', false],
    ['/api/v1/embeddings', false],
  ])('that are too many get the envelope of %s', async (other, isMessages) => {
    const answer = await gateway.call(other, { bearer: poor.key, body: {} });
    expect(answer.status).toBe(429);
    expect(answer.json.error).toMatchObject({ type: 'rate_limit_error', code: 429 });
    expect(answer.json.type).toBe(isMessages ? 'error' : undefined);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('x-ratelimit-limit')).toBe('20');
  });

  it('leave reading about oneself alone', async () => {
    for (const own of ['/v1/key', '/v1/auth/key', '/v1/credits', '/v1/models']) {
      expect((await gateway.call(own, { bearer: poor.key })).status).toBe(200);
    }
  });

  it('beyond three limits block the user for five minutes', async () => {
    await waitUntil(
      async () => {
        const { status, text } = await gateway.call(path, { bearer: poor.key, body: {} });
        return status === 429 && text.includes('Temporarily restricted');
      },
      { timeoutMs: 30_000, pollMs: 1, what: 'the block' },
    );
    const blocked = await gateway.call(path, { bearer: poor.key, body: {} });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(280);
    expect(blocked.headers.get('x-should-retry')).toBe('false');
    expect(blocked.headers.get('x-ratelimit-limit')).toBeNull();
    expect(blocked.json.error).toMatchObject({
      message: 'Temporarily restricted because of repeated rate limit violations.',
      code: 429,
    });
    expect((await gateway.call('/v1/credits', { bearer: poor.key })).status).toBe(200);
  });
});

describe('a key that is revoked', () => {
  const tries = 3;

  /** How many invalidations the edge received, and how many of them within a second. */
  async function readHeard(): Promise<{ readonly all: number; readonly fast: number }> {
    const internal = `http://127.0.0.1:${gateway.portOf('edge-internal')}/metrics`;
    const { text } = await callApi(internal);
    const count = /^edge_invalidation_seconds_count\{.*by="message".*\} (\d+)$/m.exec(text)?.[1];
    const fast = /^edge_invalidation_seconds_bucket\{le="1".*by="message".*\} (\d+)$/m.exec(
      text,
    )?.[1];
    return { all: Number(count ?? 0), fast: Number(fast ?? 0) };
  }

  async function revokeKey(): Promise<{ readonly all: number; readonly slow: number }> {
    const before = await readHeard();
    const account = await openAccount(gateway);
    expect((await chat(gateway, { bearer: account.key })).status).toBe(200);
    const deleted = await gateway.call(`/api/account/keys/${account.keyId}`, {
      method: 'DELETE',
      cookie: account.cookie,
    });
    expect(deleted.status).toBe(204);
    await waitUntil(
      async () => (await gateway.call('/v1/key', { bearer: account.key })).status === 401,
      { timeoutMs: 10_000, pollMs: 1, what: 'the refusal' },
    );
    const { all, fast } = await readHeard();
    return { all: all - before.all, slow: all - before.all - (fast - before.fast) };
  }

  it('is refused by the next call, and the time that took is measured', async () => {
    let heard = await revokeKey();
    expect(heard.all).toBeGreaterThan(0);
    // None takes a second to get here, unless the machine itself stood still.
    for (let again = 1; again < tries && heard.slow > 0; again++) heard = await revokeKey();
    expect(heard.slow).toBe(0);
  });
});

describe('a session cookie on the API', () => {
  it('counts from the site, and is nothing from anywhere else', async () => {
    const { cookie } = await openAccount(gateway);
    const ask = (headers: Record<string, string> = {}) =>
      gateway.call('/v1/insights', { cookie, headers });
    expect((await ask()).status).toBe(200);
    expect((await ask({ origin: gateway.baseUrl })).status).toBe(200);
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await ask(headers);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('lets no other site write', async () => {
    const { cookie, keyId } = await openAccount(gateway);
    const patch = (prefix: string) =>
      gateway.call(`${prefix}/keys/${keyId}`, {
        method: 'PATCH',
        cookie,
        headers: { origin: 'https://evil.example' },
        body: { enabled: false },
      });
    expect((await patch('/api/account')).status).toBe(403);
    expect((await patch('/v1')).status).toBe(401);
  });
});

describe('bytes with ambiguous framing', () => {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n`;
  it.each([
    ['two hosts', `${head}Host: y\r\n\r\n`],
    ['another host in the target', `POST http://y${path} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['two codings', `${head}Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n`],
    [
      'chunks in HTTP/1.0',
      `${head.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a NUL', `${head}X-A: b\0c\r\n\r\n`],
    ['a bare line feed', `${head}X-A: b\nX-C: d\r\n\r\n`],
    ['no host', `POST ${path} HTTP/1.1\r\n\r\n`],
  ])('%s: 400 and closed', async (_name, bytes) => {
    const answer = await sendRaw(gateway, bytes);
    expect([answer.status, answer.isClosed]).toEqual([400, true]);
    expect(answer.headers).toMatch(/^access-control-allow-origin: \*$/im);
    expect(JSON.parse(answer.body).error.code).toBe(400);
  });
});

describe('what a client says about itself', () => {
  const internal = {
    'x-tollgate-identity': 'eyJraW5kIjoib3BlcmF0b3IifQ.x',
    'x-tollgate-client-ip': '10.0.0.1',
    'x-user-id': 'user_other',
    x_org_id: 'org_other',
    'x-internal-role': 'operator',
    'grpc-metadata-user': 'user_other',
  };

  it('under internal names is not believed', async () => {
    const account = await openAccount(gateway);
    const own = await gateway.call('/v1/key', { bearer: account.key, headers: internal });
    expect(own.json.data.label).toBe('test');
    expect((await gateway.call('/v1/key', { headers: internal })).status).toBe(401);
    const admin = await gateway.call('/api/admin/models', {
      cookie: account.cookie,
      headers: internal,
    });
    expect(admin.status).toBe(403);
  });

  it('with names that JavaScript knows is data, and later calls are as before', async () => {
    const account = await openAccount(gateway);
    const names = '"__proto__":{"polluted":1,"stream":true},"constructor":{"prototype":{"a":1}}';
    const body = JSON.stringify(
      makeChatBody({ body: { logit_bias: {}, metadata: { constructor: 'x' } } }),
    );
    const answer = await gateway.call(path, {
      bearer: account.key,
      headers: { 'x-title': '__proto__', 'http-referer': 'constructor' },
      body: `{${names},${body.slice(1)}`,
    });
    expect(answer.status).toBe(200);
    expect(answer.text).not.toContain('polluted');
    const next = await gateway.call(path, { bearer: account.key, body: makeChatBody({}) });
    expect(next.status).toBe(200);
    expect(next.headers.get('content-type')).toContain('application/json');
    expect(next.text).not.toContain('polluted');
  });
});

describe('a body that is too large', () => {
  it.each(['/v1/chat/completions', '/v1/messages', '/api/v1/messages'])(
    'is 413 on %s, declared or endless',
    async (target) => {
      const { key: bearer } = await openAccount(gateway);
      const declared = await sendRaw(
        gateway,
        `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: ${10 * mebibyte + 1}\r\n\r\n`,
      );
      expect([declared.status, declared.isClosed]).toEqual([413, true]);
      const chunked = await postChunked(gateway, target, { bearer, bytes: 12 * mebibyte });
      expect(chunked.status).toBe(413);
      expect(JSON.parse(chunked.body)).toMatchObject({
        error: { type: 'request_too_large', code: 413 },
      });
    },
  );

  it('is not unpacked', async () => {
    const { key: bearer } = await openAccount(gateway);
    for (const coding of ['gzip', 'br', 'deflate', 'gzip, gzip']) {
      const answer = await gateway.call(path, {
        bearer,
        headers: { 'content-encoding': coding },
        body: 'x',
      });
      expect(answer.status).toBe(415);
    }
  });
});
