import { emptyUsage } from '@tollgate/model-spec';
import { measureTimes } from './learn-from-answer';

const usage = (output: number) => ({ kind: 'usage', usage: { ...emptyUsage, output } }) as const;

describe('the times of an answer', () => {
  it.each([
    [
      'a stream',
      { firstTokenMs: 300, usage: usage(100) },
      { firstTokenMs: 300, tokensPerSecond: 1_000 / 7 },
    ],
    [
      'a plain answer',
      { firstTokenMs: undefined, usage: usage(100) },
      { firstTokenMs: undefined, tokensPerSecond: 100 },
    ],
    [
      'one without usage',
      { firstTokenMs: 300, usage: { kind: 'missing' } as const },
      { firstTokenMs: 300, tokensPerSecond: undefined },
    ],
    [
      'one without output',
      { firstTokenMs: undefined, usage: usage(0) },
      { firstTokenMs: undefined, tokensPerSecond: undefined },
    ],
  ])('of %s that took a second', (_what, answer, expected) => {
    expect(measureTimes({ startedAtMs: 0, attemptStartedAtMs: 0 }, answer, 1_000)).toEqual(
      expected,
    );
  });

  it('exclude the time of earlier attempts', () => {
    const call = { startedAtMs: 0, attemptStartedAtMs: 5_000 };
    const times = measureTimes(call, { firstTokenMs: 5_200, usage: usage(80) }, 6_000);
    expect(times).toEqual({ firstTokenMs: 200, tokensPerSecond: 100 });
  });
});
