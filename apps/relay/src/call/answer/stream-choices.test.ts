import { PassThrough, Readable } from 'node:stream';
import { aHeldCall, aModel, aRoute, aSnapshot } from '../../../test/support/build-calls';
import type { ChoiceStreams } from '../../domain/endpoint';
import type { OpenedCall } from '../attempt/opened-call';
import { streamChoices } from './stream-choices';
import type { StreamWriter } from './stream-writer';

/** Longer than a test may take. */
const idleTimeoutMs = 600_000;

const event = (text: string, ending: object = {}): string => {
  const candidates = [{ content: { parts: [{ text }] }, ...ending }];
  return `data: ${JSON.stringify({ candidates, ...usage(ending) })}\n\n`;
};
const usage = (ending: object): object =>
  'finishReason' in ending
    ? { usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2 } }
    : {};
const whole = (text: string): string => event(text) + event('.', { finishReason: 'STOP' });

interface Run {
  readonly answer: ReturnType<typeof streamChoices>;
  readonly written: string[];
  readonly aborted: number[];
}

/** Reads bodies of Gemini's protocol as the choices of a chat. */
function run(bodies: readonly Readable[]): Run {
  const snapshot = aSnapshot([aModel()], { 'acme/small': [aRoute({ protocol: 'gemini' })] });
  const held = aHeldCall({ body: { n: bodies.length, stream: true } }, snapshot);
  const aborted: number[] = [];
  const [answer, ...otherAnswers] = bodies.map((body, index) => ({
    status: 200,
    headers: {},
    body,
    abort: () => {
      aborted.push(index);
      body.destroy();
    },
  }));
  if (answer === undefined) throw new Error('no body');
  const [candidate] = held.candidates;
  const tried = { candidate, attempts: [], attemptStartedAtMs: held.startedAtMs };
  const call: OpenedCall = { ...held, ...tried, answer, otherAnswers };
  const written: string[] = [];
  const keep = (frames: string): undefined => void written.push(frames);
  const writer = { commit: () => undefined, hold: keep, write: keep } as unknown as StreamWriter;
  const streams = held.prepared.joined?.openStreams(undefined) as ChoiceStreams;
  const parts = { writer, meter: undefined, idleTimeoutMs };
  return { answer: streamChoices(call, streams, parts), written, aborted };
}

const from = (text: string): Readable => Readable.from([Buffer.from(text)]);

describe('choices that stream side by side', () => {
  it('are passed on under their indexes and summed up at the end', async () => {
    const { answer, written } = run([from(whole('One')), from(whole('Two'))]);
    const { finishReason, singleUsages, usage: sum } = await answer;
    const sent = written.join('');
    expect(sent).toContain('"choices":[{"index":0,"delta":{"content":"One"}');
    expect(sent).toContain('"choices":[{"index":1,"delta":{"content":"Two"}');
    expect(finishReason).toBe('stop');
    expect(sum).toMatchObject({ usage: { input: 8, output: 4 } });
    expect(singleUsages).toHaveLength(2);
  });

  it('all fail when one of them breaks off, and the others are given up', async () => {
    const open = new PassThrough();
    open.write(event('One'));
    const { aborted, answer } = run([open, from(event('Two'))]);
    await expect(answer).rejects.toMatchObject({ shown: { reason: 'upstream_unavailable' } });
    expect(aborted).toEqual([0]);
    expect(open.destroyed).toBe(true);
  });
});
