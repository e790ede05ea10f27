import { BadUpstreamEventError, type StreamPart } from '@tollgate/model-spec';
import { createStreamReader } from './read-stream';

function read(...chunks: (Record<string, unknown> | '[DONE]')[]): readonly StreamPart[] {
  const reader = createStreamReader();
  const parts = chunks.flatMap((chunk) => {
    const data = chunk === '[DONE]' ? chunk : JSON.stringify(chunk);
    return reader.push({ name: undefined, data });
  });
  return [...parts, ...reader.end()];
}
const delta = (value: Record<string, unknown>): Record<string, unknown> => ({
  choices: [{ index: 0, delta: value, finish_reason: null }],
});
const finish = (reason: string): Record<string, unknown> => ({
  choices: [{ index: 0, delta: {}, finish_reason: reason }],
});
const call = (value: Record<string, unknown>): Record<string, unknown> =>
  delta({ tool_calls: [value] });

describe('a Chat stream', () => {
  it('without usage ends without it', () => {
    expect(read(delta({ content: 'a' }), finish('stop'), '[DONE]')).toEqual([
      { type: 'text-delta', text: 'a' },
      { type: 'finish', finishReason: 'stop', nativeFinishReason: 'stop' },
      { type: 'end' },
    ]);
  });

  it('with usage twice reports the last one, once, even when it is cut', () => {
    const usage = (count: number): Record<string, unknown> => ({
      choices: [],
      usage: { prompt_tokens: count, completion_tokens: 1 },
    });
    const parts = read(finish('stop'), usage(1), usage(2));
    expect(parts.filter((part) => part.type === 'usage')).toMatchObject([
      { usage: { usage: { input: 2 } } },
    ]);
    expect(parts.map((part) => part.type)).not.toContain('end');
  });

  it('with two finish reasons ends once', () => {
    const parts = read(finish('length'), finish('stop'));
    expect(parts).toEqual([
      { type: 'finish', finishReason: 'length', nativeFinishReason: 'length' },
    ]);
  });

  it.each([
    [{ choices: [{ delta: {}, finish_reason: 'error', error: { code: 502, message: 'x' } }] }],
    [finish('error')],
    [{ error: { message: 'x', code: 'server_error' } }],
    [{ choices: [], error: { message: 'x', code: 503 } }],
  ])('that fails by %j tells it', (chunk) => {
    expect(read(chunk)).toEqual([{ type: 'error', failure: { kind: 'overloaded' } }]);
  });

  it('gives calls without an id one, and separates calls that share an index', () => {
    const parts = read(
      call({ index: 0, function: { name: 'f', arguments: '{}' } }),
      call({ index: 0, id: 'b', function: { name: 'g', arguments: '{}' } }),
      call({ index: 0, id: 'c', function: { name: 'h', arguments: { a: 1 } } }),
      call({ id: 'd', function: { name: 'i' } }),
      call({ function: { arguments: '{"x":2}' } }),
    );
    expect(parts).toEqual([
      {
        type: 'tool-call-start',
        index: 0,
        id: expect.stringMatching(/^call_/),
        name: 'f',
      },
      { type: 'tool-call-delta', index: 0, arguments: '{}' },
      { type: 'tool-call-start', index: 1, id: 'b', name: 'g' },
      { type: 'tool-call-delta', index: 1, arguments: '{}' },
      { type: 'tool-call-start', index: 2, id: 'c', name: 'h' },
      { type: 'tool-call-delta', index: 2, arguments: '{"a":1}' },
      { type: 'tool-call-start', index: 3, id: 'd', name: 'i' },
      { type: 'tool-call-delta', index: 3, arguments: '{"x":2}' },
    ]);
  });

  it('waits with a call for its name', () => {
    const parts = read(
      call({ index: 0, id: 'a', function: { arguments: '{' } }),
      call({ index: 0, function: { name: 'f', arguments: '}' } }),
    );
    expect(parts).toEqual([
      { type: 'tool-call-start', index: 0, id: 'a', name: 'f' },
      { type: 'tool-call-delta', index: 0, arguments: '{}' },
    ]);
  });

  it('may use the deprecated function_call', () => {
    const parts = read(
      delta({ function_call: { name: 'f', arguments: '' } }),
      delta({ function_call: { arguments: '{}' } }),
      finish('function_call'),
    );
    expect(parts).toEqual([
      { type: 'tool-call-start', index: 0, id: expect.stringMatching(/^call_/), name: 'f' },
      { type: 'tool-call-delta', index: 0, arguments: '{}' },
      { type: 'tool-call-end', index: 0 },
      { type: 'finish', finishReason: 'tool_calls', nativeFinishReason: 'function_call' },
    ]);
  });

  it('has reasoning with signatures, reported once', () => {
    const detail = (value: Record<string, unknown>): Record<string, unknown> =>
      delta({
        reasoning: value['text'],
        reasoning_details: [{ type: 'reasoning.text', format: 'anthropic-claude-v1', ...value }],
      });
    const hidden = {
      type: 'reasoning.encrypted',
      data: 'x',
      format: 'anthropic-claude-v1',
      index: 1,
    };
    const parts = read(
      detail({ text: 'hm' }),
      detail({ signature: 'sig' }),
      delta({ reasoning_details: [hidden] }),
    );
    expect(parts).toEqual([
      { type: 'reasoning-delta', text: 'hm', format: 'anthropic' },
      { type: 'reasoning-end', format: 'anthropic', signature: 'sig' },
      { type: 'redacted-reasoning', format: 'anthropic', data: 'x' },
    ]);
  });

  it('puts a signature that came apart to its call', () => {
    const signed = { type: 'reasoning.encrypted', data: 's', format: 'google-gemini-v1', id: 'a' };
    const parts = read(
      delta({
        reasoning_details: [signed],
        tool_calls: [{ index: 0, id: 'a', function: { name: 'f' } }],
      }),
    );
    expect(parts).toEqual([
      { type: 'tool-call-start', index: 0, id: 'a', name: 'f', thoughtSignature: 's' },
    ]);
  });

  it('has typed content, refusals, annotations and images', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'a' },
    ];
    const parts = read(
      delta({ content }),
      delta({ refusal: 'No.' }),
      delta({
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.example' } }],
        images: [{ type: 'image_url', image_url: { url: 'https://a.example/x.png' } }],
      }),
    );
    expect(parts).toEqual([
      { type: 'reasoning-delta', text: 'hm', format: 'unknown' },
      { type: 'text-delta', text: 'a' },
      { type: 'refusal-delta', text: 'No.' },
      { type: 'annotation', annotation: { url: 'https://a.example' } },
      { type: 'image', url: 'https://a.example/x.png' },
    ]);
  });

  it('is broken by choices that are no list', () => {
    expect(() => read({ choices: 'x' })).toThrow(BadUpstreamEventError);
  });
});
