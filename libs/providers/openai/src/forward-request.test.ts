import { makeUpstreamTarget } from '@tollgate/testing';
import type { UpstreamTarget } from '@tollgate/model-spec';
import { forwardRequest } from './forward-request';

function forward(
  bodyText: string,
  target: Partial<UpstreamTarget> = {},
  isStreaming = false,
): string {
  return forwardRequest({
    bodyText,
    body: JSON.parse(bodyText) as Record<string, unknown>,
    isStreaming,
    target: makeUpstreamTarget({ upstreamModel: 'chat-1', family: 'openai', ...target }),
    clientHeaders: {},
  }).body;
}
const forwarded = (...given: Parameters<typeof forward>): unknown => JSON.parse(forward(...given));

describe('a native request to an OpenAI-protocol provider', () => {
  it('differs from the client body only in the model', () => {
    const text =
      '{"model":"acme/chat-1","messages":[{"role":"developer","content":"hi"}],"seed":9007199254740993,"x":1.0}';
    expect(forward(text)).toBe(text.replace('acme/chat-1', 'chat-1'));
  });

  it('keeps the bytes of messages, cache markers and tools, whatever the family', () => {
    const rest =
      '"messages":[ {"role":"system","content":[{"type":"text","text":"a\\u00e4","cache_control":{"type":"ephemeral","ttl":"1h"}}]},{"role":"user","content":"b"} ],' +
      '"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}},"cache_control":{"type":"ephemeral"}}],' +
      '"reasoning":{"effort":"high"},"temperature":1.0,"unknown":[1e2]';
    expect(forward(`{"user":"u","model":"m",${rest},"plugins":[]}`, { family: 'anthropic' })).toBe(
      `{"model":"chat-1",${rest}}`,
    );
  });

  it('always requests usage when streaming and keeps other stream options', () => {
    const text = '{"model":"m","stream":true,"stream_options":{"include_usage":false,"x":1}}';
    expect(forwarded(text, {}, true)).toMatchObject({
      stream_options: { include_usage: true, x: 1 },
    });
    expect(forward(text)).not.toContain('stream_options');
  });

  it('loses OpenAI-only fields for other families, and routing fields always', () => {
    const text =
      '{"model":"m","user":"u","logprobs":true,"models":["a"],"provider":{},"temperature":1}';
    expect(forwarded(text, { family: 'other' })).toEqual({ model: 'chat-1', temperature: 1 });
    expect(forwarded(text)).toEqual({ model: 'chat-1', user: 'u', logprobs: true, temperature: 1 });
  });

  it('loses max_tokens beside max_completion_tokens only', () => {
    expect(forward('{"model":"m","max_tokens":5,"max_completion_tokens":7}')).toBe(
      '{"model":"chat-1","max_completion_tokens":7}',
    );
    expect(forward('{"model":"m","max_tokens":5}')).toBe('{"model":"chat-1","max_tokens":5}');
  });

  it('keeps plugins only for a provider route that has them', () => {
    const text = '{"model":"m","plugins":[{"id":"web"}]}';
    expect(forward(text)).toBe('{"model":"chat-1"}');
    expect(forward(text, { supportedParameters: ['plugins'] })).toBe(
      '{"model":"chat-1","plugins":[{"id":"web"}]}',
    );
  });

  it('sends system for developer outside the OpenAI family', () => {
    const text = '{"model":"m","messages":[{"role":"developer","content":"a"}]}';
    expect(forward(text, { family: 'other' })).toBe(
      '{"model":"chat-1","messages":[{"role":"system","content":"a"}]}',
    );
  });

  it('sends tool for function outside the OpenAI family, with the call that it answers', () => {
    const messages = [
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: 'f', content: 'ok' },
    ];
    const text = JSON.stringify({ model: 'm', messages });
    const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
    expect(forwarded(text, { family: 'other' })).toEqual({
      model: 'chat-1',
      messages: [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', name: 'f', content: 'ok', tool_call_id: 'call_1' },
      ],
    });
  });

  const qwen = { family: 'qwen', upstreamModel: 'qwen3-8b' } as const;
  it('turns thinking of qwen3 off when the caller set nothing', () => {
    expect(forward('{"model":"m"}', qwen)).toBe('{"model":"qwen3-8b","enable_thinking":false}');
    expect(forward('{"model":"m"}', { ...qwen, upstreamModel: 'Qwen/Qwen3-8B' })).toBe(
      '{"model":"Qwen/Qwen3-8B","enable_thinking":false}',
    );
    expect(forward('{"model":"m"}', { family: 'qwen', upstreamModel: 'qwen2' })).toBe(
      '{"model":"qwen2"}',
    );
  });

  it.each([
    '"enable_thinking":true',
    '"reasoning_effort":"low"',
    '"reasoning":{"effort":"none"}',
    '"thinking":{"type":"disabled"}',
    '"chat_template_kwargs":{"enable_thinking":true}',
  ])('leaves thinking of qwen3 to the caller who said %s', (field) => {
    expect(forward(`{"model":"m",${field}}`, qwen)).toBe(`{"model":"qwen3-8b",${field}}`);
  });
});
