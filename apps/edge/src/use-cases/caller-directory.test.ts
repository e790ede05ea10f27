import { anonymousIdentity, type EndedKey } from '@tollgate/identity';
import type { Caller, CallerEntry } from '../domain/caller';
import { CallerDirectory } from './caller-directory';
import { createUnknownLimit } from './unknown-limit';

interface Question {
  readonly hash: string;
  answer(caller: Caller | EndedKey | undefined): Promise<void>;
  fail(error: Error): Promise<void>;
}

function makeCaller(userId = 'user_1'): Caller {
  return {
    identity: { ...anonymousIdentity, kind: 'standard_key', userId },
    isSuspended: false,
    isOperator: false,
    operatorScopes: [],
    isAllowedFrom: () => true,
    expiresAtMs: null,
  };
}

/** Lets promises that are settled run their continuations. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function setUp() {
  const questions: Question[] = [];
  const time = { nowMs: 1_000_000 };
  const directory = new CallerDirectory({
    clock: { nowMs: () => time.nowMs },
    unknownLimit: createUnknownLimit(),
    lookUp: (hash) =>
      new Promise((resolve, reject) => {
        questions.push({
          hash,
          answer: (caller) => (resolve(caller), settle()),
          fail: (error) => (reject(error), settle()),
        });
      }),
  });
  const find = (hash = 'a'): Promise<CallerEntry | undefined> =>
    directory.find(hash, '203.0.113.9', 'req_1');
  const peek = (hash = 'a'): CallerEntry | undefined => directory.peek(hash, 'req_1');
  return { questions, time, directory, find, peek };
}

describe('the directory of callers', () => {
  it('looks a credential up once for all waiting requests, and caches it for 15 seconds', async () => {
    const { questions, time, find, peek } = setUp();
    const waiting = [find(), find(), find()];
    expect(questions).toHaveLength(1);
    const caller = makeCaller();
    await questions[0]?.answer(caller);
    for (const entry of await Promise.all(waiting)) expect(entry?.caller).toBe(caller);
    time.nowMs += 9_999;
    expect(peek()?.caller).toBe(caller);
    expect(questions).toHaveLength(1);
    time.nowMs += 5_001;
    expect(peek()).toBeUndefined();
  });

  it('refreshes a caller in use before it expires, without making a request wait', async () => {
    const { questions, time, find, peek } = setUp();
    const first = find();
    await questions[0]?.answer(makeCaller());
    await first;
    time.nowMs += 10_000;
    expect(peek()).toBeDefined();
    expect(peek()).toBeDefined();
    expect(questions).toHaveLength(2);
    const newer = makeCaller();
    await questions[1]?.answer(newer);
    time.nowMs += 9_000;
    expect(peek()?.caller).toBe(newer);
  });

  it('uses the cached caller while auth is away, until it expires', async () => {
    const { questions, time, find, peek } = setUp();
    const first = find();
    await questions[0]?.answer(makeCaller());
    await first;
    time.nowMs += 14_000;
    expect(peek()).toBeDefined();
    await questions[1]?.fail(new Error('away'));
    expect(peek()).toBeDefined();
    time.nowMs += 1_000;
    expect(peek()).toBeUndefined();
    const next = find();
    await Promise.all([questions.at(-1)?.fail(new Error('away')), expect(next).rejects.toThrow()]);
  });

  it('drops a cached caller whose credential is unknown at the refresh', async () => {
    const { questions, time, find, peek } = setUp();
    const first = find();
    await questions[0]?.answer(makeCaller());
    await first;
    time.nowMs += 11_000;
    peek();
    await questions[1]?.answer(undefined);
    expect(peek()).toBeUndefined();
  });

  it('caches an unknown credential for two seconds', async () => {
    const { questions, time, find } = setUp();
    const first = find();
    await questions[0]?.answer(undefined);
    expect(await first).toBeUndefined();
    expect(await find()).toBeUndefined();
    expect(questions).toHaveLength(1);
    time.nowMs += 2_000;
    void find();
    expect(questions).toHaveLength(2);
  });

  it('does not cache an answer that was under way when the credential changed', async () => {
    const { questions, directory, find, peek } = setUp();
    const before = find();
    directory.forget('a');
    const after = find();
    expect(questions).toHaveLength(2);
    await questions[0]?.answer(makeCaller('user_before'));
    expect((await before)?.caller.identity.userId).toBe('user_before');
    expect(peek()).toBeUndefined();
    await questions[1]?.answer(undefined);
    expect(await after).toBeUndefined();
  });

  it('keeps a newer answer when an outdated one arrives later', async () => {
    const { questions, directory, find, peek } = setUp();
    void find();
    directory.forget('a');
    void find();
    await questions[1]?.answer(makeCaller('user_after'));
    await questions[0]?.answer(makeCaller('user_before'));
    expect(peek()?.caller.identity.userId).toBe('user_after');
  });

  it('does not cache an outdated "unknown" either', async () => {
    const { questions, directory, find } = setUp();
    void find();
    directory.forget('a');
    await questions[0]?.answer(undefined);
    void find();
    expect(questions).toHaveLength(2);
  });

  it.each([
    ['everything', (directory: CallerDirectory) => directory.forgetAll()],
    ['a user', (directory: CallerDirectory) => directory.forgetUser('user_1')],
  ])('forgetting %s takes what is known and what is under way', async (_name, forget) => {
    const { questions, directory, find, peek } = setUp();
    void find('a');
    await questions[0]?.answer(makeCaller('user_1'));
    void find('b');
    forget(directory);
    expect(peek('a')).toBeUndefined();
    await questions[1]?.answer(makeCaller('user_1'));
    expect(peek('b')).toBeUndefined();
  });

  it('keeps other users when it forgets one', async () => {
    const { questions, directory, find, peek } = setUp();
    void find();
    await questions[0]?.answer(makeCaller('user_2'));
    directory.forgetUser('user_1');
    expect(peek()).toBeDefined();
  });

  it('asks no more for an address that only guesses, and lets it try again later', async () => {
    const { questions, time, find } = setUp();
    for (let index = 0; index < 300; index++) void find(`guess ${index}`);
    await expect(find('one more')).rejects.toMatchObject({ status: 429, retryAfterSeconds: 1 });
    expect(questions).toHaveLength(300);
    time.nowMs += 20;
    void find('later');
    expect(questions).toHaveLength(301);
  });

  it('does not count known credentials as guesses', async () => {
    const { questions, directory, find } = setUp();
    for (let index = 0; index < 600; index++) {
      const found = find(`key ${index}`);
      await questions[index]?.answer(makeCaller());
      expect(await found).toBeDefined();
    }
    directory.forgetAll();
  });

  it('refuses a known credential at the price of an unknown one', async () => {
    const { time, directory, questions, find } = setUp();
    const refuse = (hash: string): number => directory.refuse(hash, '203.0.113.9').status;
    for (let number = 0; number < 300; number += 1) expect(refuse(`known ${number}`)).toBe(401);
    // From the cache, like an unknown credential that was just looked up.
    expect(refuse('known 0')).toBe(401);
    expect(refuse('known 300')).toBe(429);
    await expect(find('unknown')).rejects.toMatchObject({ status: 429 });
    expect(questions).toHaveLength(0);
    time.nowMs += 2_000;
    expect(refuse('known 0')).toBe(401);
    expect(refuse('known 300')).toBe(401);
  });
});
