import fc from 'fast-check';
import { emptyUsage, type TokenUsage } from '@tollgate/model-spec';
import { makePriceList } from '@tollgate/pricing';
import { anAnswer, anOpenedCall, type CallChanges } from '../../test/support/build-calls';
import type { OpenedCall } from '../call/attempt/opened-call';
import type { RepeatedPrompt } from '../domain/repeated-prompt';
import { RepeatedPrompts } from './repeated-prompts';

const key = Buffer.from('key of the test');
const long = 'word '.repeat(1_000);
const usage: TokenUsage = { ...emptyUsage, input: 1_024, output: 5 };
const prices = makePriceList({
  version: 1n,
  kind: 'chat',
  prices: { prompt: '3', completion: '15', cacheRead: '0.3', cacheWrite: '3.75' },
});
/** Of 1,024 tokens, in nano-dollars. */
const saving = 1_024n * 2_700n;
const premium = 1_024n * 750n;

const ask = (content: string): CallChanges => ({
  body: { messages: [{ role: 'user', content }] },
});
const instruct = (system: string, question: string): CallChanges => ({
  dialect: 'messages',
  body: { system, messages: [{ role: 'user', content: question }] },
});

function ofClaude(
  changes: CallChanges = ask(long),
  upstreamModel = 'anthropic.claude-x',
): OpenedCall {
  const call = anOpenedCall(changes);
  const { candidate } = call;
  const target = { ...candidate.target, upstreamModel };
  return { ...call, candidate: { ...candidate, prices, target } };
}

function watch(getNowMs: () => number = () => 0): RepeatedPrompts {
  return new RepeatedPrompts(getNowMs, key);
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
    ['one answer', { ...ofClaude(), otherAnswers: [] }, usage, true],
    ['several at once', { ...ofClaude(), otherAnswers: [anAnswer(200, '')] }, usage, false],
  ])('is repeated: %s', (_what, call, used, expected) => {
    const prompts = watch();
    expect(prompts.note(ofClaude(), usage)).toBeUndefined();
    expect(prompts.note(call, used) !== undefined).toBe(expected);
  });

  it('is forgotten five minutes after it came last', () => {
    let nowMs = 0;
    const prompts = watch(() => nowMs);
    const noteAt = (time: number): boolean => {
      nowMs = time;
      return prompts.note(ofClaude(), usage) !== undefined;
    };
    expect([0, 299_999, 599_998, 899_998].map(noteAt)).toEqual([false, true, true, false]);
  });

  it('is not watched below 4,096 characters', () => {
    const prompts = watch();
    const short = ofClaude(ask('word '.repeat(700)));
    expect([prompts.note(short, usage), prompts.note(short, usage)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is not watched for test keys', () => {
    const prompts = watch();
    const call = ofClaude();
    const tested = { ...call, candidate: { ...call.candidate, isTest: true } } as const;
    expect([prompts.note(tested, usage), prompts.note(tested, usage)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('the fingerprint of a repeated prompt', () => {
  function noteTwice(changes: CallChanges, more: CallChanges = changes): RepeatedPrompt {
    const prompts = watch();
    prompts.note(ofClaude(changes), usage);
    const repeated = prompts.note(ofClaude(more), usage);
    if (repeated === undefined) throw new Error('the prompt is not repeated');
    return repeated;
  }

  it('is that of the tools and the system text, whatever is asked', () => {
    const rules = 'Rule. '.repeat(1_000);
    const one = noteTwice(instruct(rules, 'one'), instruct(rules, 'two'));
    expect(one.fingerprint).toMatch(/^[\w-]{16}$/);
    const three = noteTwice(instruct(rules, 'three'), instruct(rules, long));
    expect(three.fingerprint).toBe(one.fingerprint);
    const other = noteTwice(instruct(`Other ${rules}`, 'one'));
    expect(other.fingerprint).not.toBe(one.fingerprint);
    const tools = [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }];
    const withTools = instruct(rules, 'one');
    const tooled = noteTwice({ ...withTools, body: { ...withTools.body, tools } });
    expect(tooled.fingerprint).not.toBe(one.fingerprint);
  });

  it('is another one for another account or another key of the gateway', () => {
    const own = noteTwice(ask(long)).fingerprint;
    const other = { ...ask(long), caller: { walletId: 'user_2' } };
    expect(noteTwice(other).fingerprint).not.toBe(own);
    const elsewhere = new RepeatedPrompts(() => 0, Buffer.from('another key'));
    elsewhere.note(ofClaude(), usage);
    expect(elsewhere.note(ofClaude(), usage)?.fingerprint).not.toBe(own);
  });
});

describe('what marking a repeated prompt would have saved', () => {
  it('is the difference to reads, minus one write', () => {
    const prompts = watch();
    const notes = [1, 2, 3].map(() => prompts.note(ofClaude(), usage));
    expect(notes.map((note) => note?.missedNanos)).toEqual([undefined, saving - premium, saving]);
    expect(notes[1]?.cacheableTokens).toBe(1_024);
  });

  it('counts the share of tools and system text in the prompt', () => {
    const prompts = watch();
    const call = ofClaude(instruct('Rule. '.repeat(2_000), 'word '.repeat(2_400)));
    const used = { ...usage, input: 8_000 };
    prompts.note(call, used);
    const note = prompts.note(call, used);
    expect(note?.cacheableTokens).toBe(Math.floor((8_000 * 12_000) / call.request.bodyText.length));
    expect(note?.cacheableTokens).toBeGreaterThan(3_900);
  });

  it('is nothing for calls that cost the account nothing', () => {
    const prompts = watch();
    const free = { ...ofClaude(), unpaid: { kind: 'byok' } } as unknown as OpenedCall;
    prompts.note(free, usage);
    expect(prompts.note(free, usage)?.missedNanos).toBe(0n);
  });

  it('adds up over any intervals to its reads minus its writes that were followed by one', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 600_000 }), { maxLength: 40 });
    const property = fc.property(gaps, (gapsMs) => {
      let nowMs = 0;
      const prompts = watch(() => nowMs);
      let [missed, reads, writes] = [0n, 0n, 0n];
      let isFirst = true;
      prompts.note(ofClaude(), usage);
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        missed += prompts.note(ofClaude(), usage)?.missedNanos ?? 0n;
        const isRead = gapMs < 300_000;
        reads += isRead ? 1n : 0n;
        writes += isRead && isFirst ? 1n : 0n;
        isFirst = !isRead;
      }
      expect(missed).toBe(reads * saving - writes * premium);
    });
    fc.assert(property, { numRuns: 30 });
  });
});
