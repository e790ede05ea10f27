import {
  emptyUsage,
  type ProviderAdapter,
  type SseEvent,
  type UsageReading,
} from '@tollgate/model-spec';
import { CompletionsPassStream } from './pass-stream';

const face = { ulid: '01', model: 'acme/base', requestId: 'req_1', createdAtSeconds: 7 };
const adapter: Pick<ProviderAdapter, 'mapError' | 'mapStopReason' | 'mapUsage'> = {
  mapError: (status) =>
    status === 429 ? { kind: 'rate-limited', retryAfterSeconds: 1 } : { kind: 'overloaded' },
  mapStopReason: (word) => (word === 'length' ? 'length' : 'stop'),
  mapUsage: (value): UsageReading => ({
    kind: 'usage',
    usage: { ...emptyUsage, input: (value as { prompt_tokens: number }).prompt_tokens, output: 2 },
  }),
};

function open(texts: string[] = []): CompletionsPassStream {
  return new CompletionsPassStream({ face, adapter, onText: (text) => texts.push(text) });
}

const event = (data: string): SseEvent => ({ name: 'message', data });

const chunk = (text: string, finish: string | null = null, more: object = {}) =>
  event(
    JSON.stringify({
      id: 'cmpl-1',
      object: 'text_completion',
      created: 1,
      model: 'base',
      choices: [{ index: 0, text, logprobs: null, finish_reason: finish }],
      usage: null,
      ...more,
    }),
  );

function read(frames: string): unknown[] {
  return frames
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => frame.replace('data: ', ''))
    .map((data): unknown => (data === '[DONE]' ? data : JSON.parse(data)));
}

const settled = {
  usage: { ...emptyUsage, input: 3, output: 2 },
  costNanos: 9n,
  upstream: undefined,
};

describe('a stream of completions', () => {
  it('shows the id and the model of the gateway, and no usage before the end', () => {
    const texts: string[] = [];
    const stream = open(texts);
    const frames = read(stream.push(chunk('One')));
    expect(frames).toEqual([
      {
        id: 'gen-01',
        object: 'text_completion',
        created: 1,
        model: 'acme/base',
        choices: [{ index: 0, text: 'One', logprobs: null, finish_reason: null }],
      },
    ]);
    expect(texts).toEqual(['One']);
    expect(stream.hasContent).toBe(true);
  });

  it('holds the end until the call is settled', () => {
    const stream = open();
    stream.push(chunk('One'));
    expect(stream.push(chunk('', 'length'))).toBe('');
    expect(stream.push(event('{"choices":[],"usage":{"prompt_tokens":3}}'))).toBe('');
    stream.push(event('[DONE]'));
    expect(stream).toMatchObject({
      isDone: true,
      hasFinished: true,
      finishReason: 'length',
      usage: { kind: 'usage', usage: { input: 3 } },
    });
    expect(read(stream.finish(settled))).toMatchObject([
      {
        choices: [{ text: '', finish_reason: 'length' }],
        usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, cost: 9e-9 },
      },
      '[DONE]',
    ]);
  });

  it('sends the ends of all choices', () => {
    const stream = open();
    const end = (index: number) =>
      chunk('', null, { choices: [{ index, text: '', finish_reason: 'stop' }] });
    expect(stream.push(end(0))).toBe('');
    expect(read(stream.push(end(1)))).toMatchObject([{ choices: [{ index: 0 }] }]);
    expect(read(stream.finish(settled))[0]).toMatchObject({ choices: [{ index: 1 }] });
  });

  it('adds what the provider leaves out', () => {
    const [frame] = read(open().push(event('{"choices":[{"index":0,"text":"a"}]}')));
    expect(frame).toMatchObject({ object: 'text_completion', created: 7, id: 'gen-01' });
  });

  it('notices failures', () => {
    const stream = open();
    stream.push(event('{"error":{"code":"rate_limit_exceeded"}}'));
    expect(stream.failure).toEqual({ kind: 'rate-limited', retryAfterSeconds: 1 });
    expect(() => open().push(event('{"choices":7}'))).toThrow('not a list');
  });
});
