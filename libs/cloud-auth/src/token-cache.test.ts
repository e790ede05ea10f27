import { TokenRefusedError } from './authorize';
import { TokenCache, type PostTokenForm } from './token-cache';

const exchange = {
  id: 'account-1',
  url: 'https://login.test/token',
  makeForm: (nowMs: number) => ({ iat: String(nowMs) }),
};

/** Issues token-1, token-2, … for 1,000 seconds each. */
function setUp() {
  const clock = { nowMs: 0 };
  const forms: unknown[] = [];
  let next: 'issue' | 'refuse' | 'fail' = 'issue';
  const post: PostTokenForm = async (_url, form) => {
    forms.push(form);
    if (next === 'refuse') throw new TokenRefusedError(401);
    if (next === 'fail') throw new Error('unreachable');
    return { token: `token-${forms.length}`, expiresInSeconds: 1_000 };
  };
  const cache = new TokenCache(post, () => clock.nowMs);
  return {
    clock,
    forms,
    get: () => cache.getToken(exchange),
    forget: (token: string) => cache.forget(exchange.id, token),
    answer: (word: typeof next) => (next = word),
  };
}

describe('the token cache', () => {
  it('exchanges credentials once for calls at the same time', async () => {
    const { forms, get } = setUp();
    expect(await Promise.all([get(), get(), get()])).toEqual(['token-1', 'token-1', 'token-1']);
    expect(forms).toEqual([{ iat: '0' }]);
  });

  it('renews a token ahead of its expiry while calls go ahead with it', async () => {
    const { clock, forms, get } = setUp();
    await get();
    clock.nowMs = 749_000;
    expect(await get()).toBe('token-1');
    expect(forms).toHaveLength(1);
    clock.nowMs = 750_000;
    expect(await get()).toBe('token-1');
    expect(await get()).toBe('token-2');
    expect(forms).toHaveLength(2);
  });

  it('does not use a token in its last minute', async () => {
    const { clock, get } = setUp();
    await get();
    clock.nowMs = 940_000;
    expect(await get()).toBe('token-2');
  });

  it('keeps a usable token when its renewal fails, and retries after five seconds', async () => {
    const { answer, clock, forms, get } = setUp();
    await get();
    clock.nowMs = 800_000;
    answer('fail');
    expect(await get()).toBe('token-1');
    expect(await get()).toBe('token-1');
    expect(forms).toHaveLength(2);
    answer('issue');
    clock.nowMs = 806_000;
    await get();
    expect(await get()).toBe('token-3');
  });

  it('does not repeat refused credentials for five seconds', async () => {
    const { answer, clock, forms, get } = setUp();
    answer('refuse');
    await expect(get()).rejects.toThrow(TokenRefusedError);
    await expect(get()).rejects.toThrow(TokenRefusedError);
    expect(forms).toHaveLength(1);
    clock.nowMs = 6_000;
    answer('issue');
    expect(await get()).toBe('token-2');
  });

  it('exchanges again after a token was refused by the provider', async () => {
    const { forget, get } = setUp();
    forget(await get());
    expect(await get()).toBe('token-2');
    forget('token-1');
    expect(await get()).toBe('token-2');
  });
});
