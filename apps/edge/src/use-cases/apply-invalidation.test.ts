import { silentLogger } from '@tollgate/observability';
import { createInvalidations } from './apply-invalidation';
import type { CallerDirectory } from './caller-directory';

function setUp() {
  const done: string[] = [];
  const makeDirectory = (name: string): CallerDirectory =>
    ({
      forget: (hash: string) => done.push(`${name} ${hash}`),
      forgetUser: (userId: string) => done.push(`${name} of ${userId}`),
      forgetAll: () => done.push(`all ${name}`),
    }) as unknown as CallerDirectory;
  const invalidations = createInvalidations({
    keys: makeDirectory('keys'),
    sessions: makeDirectory('sessions'),
    logger: silentLogger,
  });
  const send = (message: object): void => invalidations.onMessage(JSON.stringify(message));
  return { done, invalidations, send };
}

const everything = ['all keys', 'all sessions'];

describe('invalidations', () => {
  it('forget what a message names', () => {
    const { done, send, invalidations } = setUp();
    invalidations.onVersion(null);
    send({ version: 1, keyHash: 'a' });
    send({ version: 2, sessionHash: 'b' });
    send({ version: 3, userId: 'user_1' });
    expect(done).toEqual(['keys a', 'sessions b', 'keys of user_1', 'sessions of user_1']);
  });

  it('forget everything when a message is missing in between', () => {
    const { done, send, invalidations } = setUp();
    invalidations.onVersion('4');
    send({ version: 6, keyHash: 'a' });
    expect(done).toEqual(everything);
  });

  it('forget everything when the counter moved without a message, once', () => {
    const { done, invalidations } = setUp();
    invalidations.onVersion('4');
    invalidations.onVersion('4');
    expect(done).toEqual([]);
    invalidations.onVersion('5');
    invalidations.onVersion('5');
    expect(done).toEqual(everything);
  });

  it('take the message that follows its own counter', () => {
    const { done, send, invalidations } = setUp();
    invalidations.onVersion('4');
    invalidations.onVersion('5');
    done.splice(0);
    send({ version: 5, keyHash: 'a' });
    invalidations.onVersion('5');
    expect(done).toEqual(['keys a']);
  });

  it('forget everything when Redis was emptied, after a gap, or after nonsense', () => {
    const { done, send, invalidations } = setUp();
    invalidations.onVersion('7');
    invalidations.onVersion(null);
    expect(done.splice(0)).toEqual(everything);
    send({ version: 1, keyHash: 'a' });
    expect(done.splice(0)).toEqual(['keys a']);
    invalidations.onReconnect();
    expect(done.splice(0)).toEqual(everything);
    invalidations.onMessage('{"keyHash":');
    expect(done.splice(0)).toEqual(everything);
    send({ keyHash: 'a' });
    expect(done.splice(0)).toEqual(everything);
  });
});
