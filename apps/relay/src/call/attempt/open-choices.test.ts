import { anAnswer } from '../../../test/support/build-calls';
import type { JoinedChoices } from '../../domain/endpoint';
import { openChoices } from './open-choices';
import type { UpstreamAnswer } from './open-upstream';

const stays = new AbortController().signal;

/** Opens with the answers in turn; those that are left out never come. */
function script(answers: readonly (UpstreamAnswer | Error | undefined)[]): {
  readonly open: (signal: AbortSignal) => Promise<UpstreamAnswer>;
  readonly signals: AbortSignal[];
} {
  const signals: AbortSignal[] = [];
  return {
    signals,
    open: (signal) => {
      const answer = answers[signals.length];
      signals.push(signal);
      if (answer instanceof Error) return Promise.reject(answer);
      if (answer !== undefined) return Promise.resolve(answer);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
      });
    },
  };
}

const askFor = (count: number): Parameters<typeof openChoices>[1] => ({
  choices: { count } as JoinedChoices,
});
const listAborted = (signals: readonly AbortSignal[]): boolean[] =>
  signals.map(({ aborted }) => aborted);

describe('opening a request for several choices', () => {
  it('returns all answers in order', async () => {
    const answers = [anAnswer(200, 'a'), anAnswer(200, 'b'), anAnswer(201, 'c')];
    const { open, signals } = script(answers);
    expect(await openChoices(open, askFor(3), stays)).toEqual(answers);
    expect(listAborted(signals)).toEqual([false, false, false]);
  });

  it('returns the first refusal alone and gives the others up', async () => {
    const refusal = anAnswer(429, 'wait');
    const { open, signals } = script([undefined, refusal, anAnswer(200, 'a')]);
    expect(await openChoices(open, askFor(3), stays)).toEqual([refusal]);
    // The refusal stays open: its body says why.
    expect(listAborted(signals)).toEqual([true, false, true]);
  });

  it('raises the first failure and gives the others up', async () => {
    const { open, signals } = script([undefined, new Error('refused'), anAnswer(200, 'a')]);
    await expect(openChoices(open, askFor(3), stays)).rejects.toThrow('refused');
    expect(listAborted(signals)).toEqual([true, false, true]);
  });

  it('gives all up when the client leaves', async () => {
    const client = new AbortController();
    const { open, signals } = script([undefined, anAnswer(200, 'a')]);
    const opened = openChoices(open, askFor(2), client.signal);
    client.abort();
    await expect(opened).rejects.toThrow('given up');
    expect(listAborted(signals)).toEqual([true, true]);
  });
});
