import { emptyUsage } from '@tollgate/model-spec';
import { aModel, aPreparedCall, aRoute, aSnapshot } from '../../../test/support/build-calls';
import type { JoinedRequests, PlainAnswer, PlainReading } from '../../domain/endpoint';

function prepareChoices(body: Record<string, unknown>): JoinedRequests {
  const route = aRoute({ protocol: 'gemini' });
  const snapshot = aSnapshot([aModel()], { 'acme/small': [route] });
  const { joined } = aPreparedCall({ body }, snapshot).prepared;
  if (joined === undefined) throw new Error('one request is enough');
  return joined;
}

function readTwo(...texts: readonly [string, string]): PlainReading {
  const answers = texts.map((text): PlainAnswer => ({ text, headers: {} }));
  return prepareChoices({ n: 2 }).readPlain(answers);
}

const answer = (text: string, finishReason: string, output: number): string =>
  JSON.stringify({
    candidates: [{ finishReason, content: { parts: [{ text }] } }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: output },
  });
const settled = { usage: { ...emptyUsage, input: 10, output: 5 }, costNanos: 7n, upstream: null };

describe('several choices of a provider that gives one per request', () => {
  it('are sent as many requests as choices', () => {
    expect(prepareChoices({ n: 16 }).count).toBe(16);
    expect(() => prepareChoices({ n: 1 })).toThrow('one request is enough');
  });

  it('are bounded, with the bound in the message', () => {
    expect(() => prepareChoices({ n: 17 })).toThrow('n must be at most 16 for this request');
  });

  it('are bounded by the size of the request', () => {
    const messages = [{ role: 'user', content: 'a'.repeat(9_000_000) }];
    expect(() => prepareChoices({ n: 8, messages })).toThrow('n must be at most 7');
  });

  it('become the choices of one answer, with the sum of their usages', () => {
    const reading = readTwo(answer('One', 'STOP', 2), answer('Two', 'MAX_TOKENS', 3));
    expect(reading).toMatchObject({
      hasContent: true,
      usage: { kind: 'usage', usage: { ...emptyUsage, input: 10, output: 5 } },
      singleUsages: [{ usage: { input: 5, output: 2 } }, { usage: { input: 5, output: 3 } }],
    });
    expect(JSON.parse(reading.render(settled))).toMatchObject({
      choices: [
        { index: 0, message: { content: 'One' }, finish_reason: 'stop' },
        { index: 1, message: { content: 'Two' }, finish_reason: 'length' },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5, cost: 0.000000007 },
    });
  });

  it('are no answer if one of them has no content', () => {
    const empty = JSON.stringify({ candidates: [] });
    const reading = readTwo(answer('One', 'STOP', 2), empty);
    expect(reading.hasContent).toBe(false);
  });

  it('have an impossible usage if one of them has', () => {
    const reading = readTwo(answer('One', 'STOP', 2), answer('Two', 'STOP', -3));
    expect(reading.usage).toEqual({ kind: 'unusable' });
  });

  it('stream under their indexes, and only the last one ends with the usage', () => {
    const texts: string[] = [];
    const { finish, streams } = prepareChoices({ n: 2, stream: true }).openStreams((text) =>
      texts.push(text),
    );
    const push = (index: number, data: string): unknown[] =>
      readFrames(streams[index]?.push({ event: undefined, data } as never) ?? '');
    expect(push(1, answer('Two', 'STOP', 3))).toMatchObject([
      { choices: [{ index: 1, delta: { role: 'assistant' } }] },
      { choices: [{ index: 1, delta: { content: 'Two' } }] },
    ]);
    push(0, answer('One', 'STOP', 2));
    expect(texts).toEqual(['Two', 'One']);
    const frames = readFrames(finish(settled));
    expect(frames).toMatchObject([
      { choices: [{ index: 0, finish_reason: 'stop' }] },
      { choices: [{ index: 1, finish_reason: 'stop' }], usage: { cost: 0.000000007 } },
    ]);
    expect(frames[0]).not.toHaveProperty('usage');
  });
});

function readFrames(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice('data: '.length)) as unknown);
}
