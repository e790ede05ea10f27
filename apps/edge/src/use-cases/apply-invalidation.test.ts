import { silentLogger } from '@tollgate/observability';
import { createInvalidations } from './apply-invalidation';
import type { CallerDirectory } from './caller-directory';

const nowMs = 1_800_000_000_000;

function setUp() {
  const done: string[] = [];
  const delays: [by: string, delayMs: number][] = [];
  const makeDirectory = (name: string): CallerDirectory =>
    ({
      forget: (hash: string) => done.push(`${name} ${hash}`),
      forgetUser: (userId: string) => done.push(`${name} of ${userId}`),
      forgetAll: () => done.push(`all ${name}`),
    }) as unknown as CallerDirectory;
  const invalidations = createInvalidations({
    keys: makeDirectory('keys'),
    sessions: makeDirectory('sessions'),
    clock: { nowMs: () => nowMs },
    onForgotten: (by, delayMs) => delays.push([by, delayMs]),
    logger: silentLogger,
  });
  const send = (message: object): void => invalidations.onMessage(JSON.stringify(message));
  const poll = (version: string | null, changedAtMs: number | null = null): void =>
    invalidations.onVersion(version, changedAtMs === null ? null : String(changedAtMs));
  return { delays, done, invalidations, poll, send };
}

const everything = ['all keys', 'all sessions'];

describe('invalidations', () => {
  it('forget what a message names', () => {
    const { done, send, poll } = setUp();
    poll(null);
    send({ version: 1, keyHash: 'a' });
    send({ version: 2, sessionHash: 'b' });
    send({ version: 3, userId: 'user_1' });
    expect(done).toEqual(['keys a', 'sessions b', 'keys of user_1', 'sessions of user_1']);
  });

  it('forget everything when a message is missing in between', () => {
    const { done, send, poll } = setUp();
    poll('4');
    send({ version: 6, keyHash: 'a' });
    expect(done).toEqual(everything);
  });

  it('forget everything when the counter moved without a message, once', () => {
    const { done, poll } = setUp();
    poll('4');
    poll('4');
    expect(done).toEqual([]);
    poll('5');
    poll('5');
    expect(done).toEqual(everything);
  });

  it('take the message that follows its own counter', () => {
    const { done, send, poll } = setUp();
    poll('4');
    poll('5');
    done.splice(0);
    send({ version: 5, keyHash: 'a' });
    poll('5');
    expect(done).toEqual(['keys a']);
  });

  it('forget everything when Redis was emptied, after a gap, or after nonsense', () => {
    const { done, send, poll, invalidations } = setUp();
    poll('7');
    poll(null);
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

  it('measure how late they were, by message and by poll', () => {
    const { delays, poll, send } = setUp();
    poll('4', nowMs - 9_000);
    expect(delays).toEqual([]);
    send({ version: 5, atMs: nowMs - 7, keyHash: 'a' });
    send({ version: 7, atMs: nowMs - 8, keyHash: 'a' });
    poll('7', nowMs - 8);
    poll('8', nowMs - 950);
    expect(delays).toEqual([
      ['message', 7],
      ['message', 8],
      ['poll', 950],
    ]);
  });

  it('measure nothing that they cannot know, and no negative time', () => {
    const { delays, poll, send } = setUp();
    poll('4');
    send({ version: 5, keyHash: 'a' });
    send({ version: 6, atMs: 'soon', keyHash: 'a' });
    poll('7');
    poll(null);
    expect(delays).toEqual([]);
    send({ version: 1, atMs: nowMs + 40, keyHash: 'a' });
    expect(delays).toEqual([['message', 0]]);
  });
});
