import { emptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { anOpenedCall, type CallChanges } from '../../test/support/build-calls';
import type { OpenedCall } from '../call/attempt/opened-call';
import { RepeatedPrompts } from './repeated-prompts';

const long = 'word '.repeat(1_000);
const usage: TokenUsage = { ...emptyUsage, input: 1_024, output: 5 };
const ask = (content: string): CallChanges => ({
  body: { messages: [{ role: 'user', content }] },
});

function ofClaude(
  changes: CallChanges = ask(long),
  upstreamModel = 'anthropic.claude-x',
): OpenedCall {
  const call = anOpenedCall(changes);
  const { candidate } = call;
  return { ...call, candidate: { ...candidate, target: { ...candidate.target, upstreamModel } } };
}

describe('a long prompt without a cache', () => {
  it.each<[string, OpenedCall, TokenUsage, boolean]>([
    ['the same prompt', ofClaude(), usage, true],
    ['one with the same beginning', ofClaude(ask(`${long} more`)), usage, true],
    ['another prompt', ofClaude(ask(`other ${long}`)), usage, false],
    ['one of another key', ofClaude({ ...ask(long), caller: { keyId: 'k2' } }), usage, false],
    ['one that was read from a cache', ofClaude(), { ...usage, cacheRead: 1 }, false],
    ['one that was written to a cache', ofClaude(), { ...usage, cacheWrite1h: 1 }, false],
    ['fewer tokens than are cached', ofClaude(), { ...usage, input: 1_023 }, false],
    ['a model that caches by itself', ofClaude(ask(long), 'gpt-x'), usage, false],
  ])('is repeated: %s', (_what, call, used, expected) => {
    const prompts = new RepeatedPrompts(() => 0);
    expect(prompts.note(ofClaude(), usage)).toBe(false);
    expect(prompts.note(call, used)).toBe(expected);
  });

  it('is forgotten five minutes after it came last', () => {
    let nowMs = 0;
    const prompts = new RepeatedPrompts(() => nowMs);
    const noteAt = (time: number): boolean => {
      nowMs = time;
      return prompts.note(ofClaude(), usage);
    };
    expect([0, 299_999, 599_998, 899_998].map(noteAt)).toEqual([false, true, true, false]);
  });

  it('is not watched below 4,096 characters', () => {
    const prompts = new RepeatedPrompts(() => 0);
    const short = ofClaude(ask('word '.repeat(700)));
    expect([prompts.note(short, usage), prompts.note(short, usage)]).toEqual([false, false]);
  });

  it('is not watched for test keys', () => {
    const prompts = new RepeatedPrompts(() => 0);
    const call = ofClaude();
    const tested = { ...call, candidate: { ...call.candidate, isTest: true } } as const;
    expect([prompts.note(tested, usage), prompts.note(tested, usage)]).toEqual([false, false]);
  });
});
