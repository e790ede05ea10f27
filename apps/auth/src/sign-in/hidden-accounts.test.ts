import type { AccountDatabase } from '../shared/ports';
import type { AttemptLimits } from './ports';
import { requestMailUseCase } from './request-mail';
import { signUpUseCase } from './sign-up';

const clock = { now: () => new Date('2026-11-15T00:00:00Z') };
const origin = { clientIp: '203.0.113.9', userAgent: 'test', requestId: 'req_1' };

/** Every call of a port, by name and in order: what a request does, and so how long it takes. */
function createRecorder(hasAccount: boolean) {
  const calls: string[] = [];
  const note =
    <T>(name: string, value?: T) =>
    async () => {
      calls.push(name);
      return value as T;
    };
  const stores = {
    users: {
      insert: note('statement', !hasAccount),
      findByEmail: note('statement', undefined),
    },
    audit: { record: note('statement') },
    mails: { add: note('statement') },
    sessions: { insert: note('statement') },
  };
  const database = {
    ...stores,
    withTransaction: async (run: (given: typeof stores) => Promise<unknown>) => {
      calls.push('begin');
      const value = await run(stores);
      calls.push('commit');
      return value;
    },
  } as unknown as AccountDatabase;
  const limits = {
    takeSignUp: note('limit'),
    takeForgottenPassword: note('limit'),
  } as unknown as AttemptLimits;
  return {
    calls,
    ports: {
      database,
      limits,
      clock,
      passwords: { hash: note('scrypt', 'hash'), verify: note('scrypt', true) },
      secrets: { makeKeyText: () => '', makeToken: () => '', hash: () => '' },
      mailSender: { wake: () => void calls.push('wake') },
    },
  };
}

describe('requests that must not reveal who has an account', () => {
  it('a sign-up does as much for a known address as for a new one', async () => {
    const record = async (hasAccount: boolean): Promise<readonly string[]> => {
      const { calls, ports } = createRecorder(hasAccount);
      const signUp = signUpUseCase({ ...ports, hidesAccounts: true });
      const email = 'ada@example.com';
      const answer = await signUp({ ...origin, email, password: 'a good password', name: null });
      expect(answer).toMatchObject({ user: { email }, sessionToken: undefined });
      return calls;
    };
    const fresh = await record(false);
    expect(fresh).toEqual([
      ...['limit', 'scrypt', 'begin'],
      ...['statement', 'statement', 'statement', 'commit', 'wake'],
    ]);
    expect(await record(true)).toEqual(fresh);
  });

  it('a forgotten password does the same for every address, without a lookup', async () => {
    const record = async (hasAccount: boolean): Promise<readonly string[]> => {
      const { calls, ports } = createRecorder(hasAccount);
      await requestMailUseCase('reset-password', ports)({ ...origin, email: 'ada@example.com' });
      return calls;
    };
    expect(await record(true)).toEqual(['limit', 'statement', 'wake']);
    expect(await record(false)).toEqual(['limit', 'statement', 'wake']);
  });
});
