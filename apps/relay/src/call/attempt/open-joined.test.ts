import { waitUntil } from '@tollgate/testing';
import { anAnswer } from '../../../test/support/build-calls';
import type { JoinedRequests, PreparedRequest } from '../../domain/endpoint';
import { openJoined } from './open-joined';
import type { UpstreamAnswer } from './open-upstream';

const stays = new AbortController().signal;
const request = { url: 'https://provider.test', headers: {}, body: 'all' };

interface Script {
  readonly open: Parameters<typeof openJoined>[0];
  readonly signals: AbortSignal[];
  readonly bodies: string[];
}

/** Opens with the answers in turn; those that are left out never come. */
function script(answers: readonly (UpstreamAnswer | Error | undefined)[]): Script {
  const signals: AbortSignal[] = [];
  const bodies: string[] = [];
  return {
    signals,
    bodies,
    open: ({ body }, signal) => {
      const answer = answers[signals.length];
      signals.push(signal);
      bodies.push(body);
      if (answer instanceof Error) return Promise.reject(answer);
      if (answer !== undefined) return Promise.resolve(answer);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')));
      });
    },
  };
}

const askFor = (
  count: number,
  more: Partial<JoinedRequests> = {},
): Pick<PreparedRequest, 'joined' | 'request'> => ({
  request,
  joined: { count, ...more } as JoinedRequests,
});
const listAborted = (signals: readonly AbortSignal[]): boolean[] =>
  signals.map(({ aborted }) => aborted);

describe('opening several requests for one answer', () => {
  it('returns all answers in order', async () => {
    const answers = [anAnswer(200, 'a'), anAnswer(200, 'b'), anAnswer(201, 'c')];
    const { bodies, open, signals } = script(answers);
    expect(await openJoined(open, askFor(3), stays)).toEqual(answers);
    expect(listAborted(signals)).toEqual([false, false, false]);
    expect(bodies).toEqual(['all', 'all', 'all']);
  });

  it('sends each its own request where they differ', async () => {
    const requests = ['first', 'second'].map((body) => ({ ...request, body }));
    const { bodies, open } = script([anAnswer(200, 'a'), anAnswer(200, 'b')]);
    await openJoined(open, askFor(2, { requests }), stays);
    expect(bodies).toEqual(['first', 'second']);
  });

  it('runs no more than the limit at the same time', async () => {
    const opened: ((answer: UpstreamAnswer) => void)[] = [];
    const open = (): Promise<UpstreamAnswer> =>
      new Promise((resolve) => {
        opened.push(resolve);
      });
    const answers = [0, 1, 2, 3, 4].map((index) => anAnswer(200, String(index)));
    const joined = openJoined(open, askFor(5, { parallelMax: 2 }), stays);
    expect(opened).toHaveLength(2);
    // The second ends first, and the answers stay in the order of the requests.
    for (const index of [1, 0, 2, 3, 4]) {
      await waitUntil(() => opened.length > index, {
        timeoutMs: 20_000,
        what: `request ${index}`,
      });
      opened[index]?.(answers[index] as UpstreamAnswer);
    }
    expect(await joined).toEqual(answers);
  });

  it('sends none of the waiting requests after a refusal', async () => {
    const { open, signals } = script([anAnswer(429, 'wait')]);
    await openJoined(open, askFor(3, { parallelMax: 1 }), stays);
    expect(signals).toHaveLength(1);
  });

  it('returns the first refusal alone and gives the others up', async () => {
    const refusal = anAnswer(429, 'wait');
    const { open, signals } = script([undefined, refusal, anAnswer(200, 'a')]);
    expect(await openJoined(open, askFor(3), stays)).toEqual([refusal]);
    // The refusal stays open: its body says why.
    expect(listAborted(signals)).toEqual([true, false, true]);
  });

  it('raises the first failure and gives the others up', async () => {
    const { open, signals } = script([undefined, new Error('refused'), anAnswer(200, 'a')]);
    await expect(openJoined(open, askFor(3), stays)).rejects.toThrow('refused');
    expect(listAborted(signals)).toEqual([true, false, true]);
  });

  it('gives all up when the client leaves', async () => {
    const client = new AbortController();
    const { open, signals } = script([undefined, anAnswer(200, 'a')]);
    const opened = openJoined(open, askFor(2), client.signal);
    client.abort();
    await expect(opened).rejects.toThrow('given up');
    expect(listAborted(signals)).toEqual([true, true]);
  });
});
