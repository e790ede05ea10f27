import { sendCall } from './send-call';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const call = { path: '/v1/chat/completions', body: { model: 'a/b' } };
const job = { path: '/v1/videos', body: { model: 'a/b' }, startsJob: true };
const { signal } = new AbortController();

/** Answers with these statuses in turn and keeps the headers of each attempt. */
function answerWith(...statuses: readonly number[]): readonly Headers[] {
  const attempts: Headers[] = [];
  globalThis.fetch = (_path, init) => {
    attempts.push(new Headers(init?.headers));
    return Promise.resolve(new Response('{}', { status: statuses[attempts.length - 1] ?? 500 }));
  };
  return attempts;
}

function makeCredential(...tokens: readonly string[]) {
  let index = 0;
  return {
    getToken: () => Promise.resolve(tokens[index] ?? ''),
    forget: () => {
      index += 1;
    },
  };
}

describe('a call of the playground', () => {
  const realFetch = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  it('has no idempotency key, with which it would go on for a while after a stop', async () => {
    const attempts = answerWith(200);
    await sendCall(makeCredential('one'), call, signal);
    expect(attempts[0]?.has('idempotency-key')).toBe(false);
  });

  it('that starts a job has a new idempotency key each time', async () => {
    const attempts = answerWith(200, 200);
    await sendCall(makeCredential('one'), job, signal);
    await sendCall(makeCredential('one'), job, signal);
    const keys = attempts.map((headers) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(uuid);
    expect(keys[1]).toMatch(uuid);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('that starts a job keeps its idempotency key when the token is renewed', async () => {
    const attempts = answerWith(401, 200);
    await sendCall(makeCredential('old', 'new'), job, signal);
    expect(attempts.map((headers) => headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
    expect(new Set(attempts.map((headers) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('is not repeated with a token that cannot be renewed', async () => {
    const attempts = answerWith(401);
    await expect(sendCall(makeCredential('same', 'same'), call, signal)).rejects.toThrow();
    expect(attempts).toHaveLength(1);
  });
});
