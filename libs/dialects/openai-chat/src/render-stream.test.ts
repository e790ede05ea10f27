import { AppError } from '@tollgate/errors';
import { emptyUsage, type UsageReading } from '@tollgate/model-spec';
import { renderErrorFrames } from './render-error';
import { renderResponse } from './render-response';
import { BadUpstreamEventError, ChatStream } from './render-stream';
import { renderUsage } from './render-usage';

const face = { generationId: 'gen-1', model: 'acme/chat-1' };
const reading: UsageReading = { kind: 'usage', usage: { ...emptyUsage, input: 3, output: 2 } };
const chunk = (fields: Record<string, unknown>): string =>
  JSON.stringify({
    id: 'chatcmpl-9',
    object: 'chat.completion.chunk',
    created: 7,
    model: 'up-1',
    ...fields,
  });
const delta = (content: string): string =>
  chunk({ choices: [{ index: 0, delta: { content }, finish_reason: null }], usage: null });
const finish = chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: null });

function collect(stream: ChatStream, events: readonly string[]): unknown[] {
  return parseFrames(events.map((event) => stream.push(event)).join(''));
}

function parseFrames(frames: string): unknown[] {
  return frames
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => frame.replace(/^data: /, ''))
    .map((data) => (data === '[DONE]' ? data : (JSON.parse(data) as unknown)));
}

describe('a chat stream', () => {
  it('passes chunks on with our id and model and without usage', () => {
    const stream = new ChatStream(face, () => reading);
    expect(collect(stream, [delta('Hello')])).toEqual([
      {
        id: 'gen-1',
        object: 'chat.completion.chunk',
        created: 7,
        model: 'acme/chat-1',
        choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }],
      },
    ]);
    expect(stream.hasContent).toBe(true);
  });

  it('keeps the last chunk until the call is settled, and puts the usage into it', () => {
    const stream = new ChatStream(face, () => reading);
    expect(
      collect(stream, [finish, chunk({ choices: [], usage: { prompt_tokens: 3 } }), '[DONE]']),
    ).toEqual([]);
    expect(stream).toMatchObject({
      isDone: true,
      hasFinished: true,
      usage: reading,
      nativeFinishReason: 'stop',
    });
    expect(parseFrames(stream.finish({ cost: 0.5 }))).toEqual([
      expect.objectContaining({
        choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
        usage: { cost: 0.5 },
      }),
      '[DONE]',
    ]);
  });

  it('lets an early finish of one choice go when another goes on', () => {
    const stream = new ChatStream(face, () => reading);
    expect(collect(stream, [finish, delta('more')])).toHaveLength(2);
    expect(stream.hasFinished).toBe(false);
  });

  it('takes the last usage when there are several', () => {
    let calls = 0;
    const stream = new ChatStream(face, () => ({
      kind: 'usage',
      usage: { ...emptyUsage, output: ++calls },
    }));
    collect(stream, [
      chunk({ choices: [], usage: { a: 1 } }),
      chunk({ choices: [], usage: { a: 2 } }),
    ]);
    expect(stream.usage).toEqual({ kind: 'usage', usage: { ...emptyUsage, output: 2 } });
  });

  it('does not count the role as content', () => {
    const stream = new ChatStream(face, () => reading);
    collect(stream, [
      chunk({
        choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
      }),
    ]);
    expect(stream.hasContent).toBe(false);
  });

  it('notices a failure that the upstream reports in the stream', () => {
    const stream = new ChatStream(face, () => reading);
    expect(collect(stream, ['{"error":{"message":"boom"}}'])).toEqual([]);
    expect(stream.hasFailed).toBe(true);
  });

  it.each(['not json', '7', '[]', '{"choices":"x"}'])('refuses the event %j', (event) => {
    expect(() => new ChatStream(face, () => reading).push(event)).toThrow(BadUpstreamEventError);
  });
});

describe('a plain answer', () => {
  it('changes id, model and usage and nothing else', () => {
    const text =
      '{"id":"x","object":"chat.completion","created":1,"model":"up-1","provider":"Acme","choices":[{"logprobs":{"p":-0.50}}],"usage":{"a":1},"system_fingerprint":"fp"}';
    expect(renderResponse(text, face, { cost: 1 })).toBe(
      '{"id":"gen-1","object":"chat.completion","created":1,"model":"acme/chat-1","choices":[{"logprobs":{"p":-0.50}}],"usage":{"cost":1},"system_fingerprint":"fp"}',
    );
  });
});

describe('usage', () => {
  it('always carries both details objects with numbers, and our cost', () => {
    const usage = {
      ...emptyUsage,
      input: 2,
      cacheRead: 5,
      cacheWrite5m: 1,
      output: 4,
      reasoning: 3,
    };
    expect(
      renderUsage({ cost: -5, prompt_tokens_details: { audio_tokens: 0 } }, usage, 1_500n),
    ).toEqual({
      prompt_tokens: 8,
      completion_tokens: 4,
      total_tokens: 12,
      cost: 0.0000015,
      prompt_tokens_details: { audio_tokens: 0, cached_tokens: 5, cache_write_tokens: 1 },
      completion_tokens_details: { reasoning_tokens: 3 },
    });
  });
});

describe('an error inside a stream', () => {
  it('is a frame without choices, then the end', () => {
    expect(parseFrames(renderErrorFrames(new AppError('upstream_unavailable'), 'gen-1'))).toEqual([
      {
        error: {
          message: 'The provider failed',
          type: 'api_error',
          code: 'upstream_unavailable',
          metadata: { generation_id: 'gen-1' },
        },
      },
      '[DONE]',
    ]);
  });
});
