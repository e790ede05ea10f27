import { AppError } from '@tollgate/errors';
import { estimatePromptTokens, estimateTextTokens } from './estimate-prompt';
import { parseRequest } from './parse-request';

const hello = { model: 'acme/chat-1', messages: [{ role: 'user', content: 'hi' }] };
const parse = (changes: Record<string, unknown>) => {
  const body = { ...hello, ...changes };
  return parseRequest(JSON.stringify(body), body);
};
const codeOf = (changes: Record<string, unknown>): unknown => {
  try {
    parse(changes);
  } catch (error) {
    return AppError.from(error).entry.code;
  }
  return 'accepted';
};

describe('a chat request', () => {
  it('is understood with its defaults', () => {
    expect(parse({})).toMatchObject({
      requestedModel: 'acme/chat-1',
      isStreaming: false,
      choices: 1,
      outputTokensMax: undefined,
    });
  });

  it('may carry fields nobody knows', () => {
    expect(codeOf({ brand_new_field: { deep: true } })).toBe('accepted');
  });

  it('takes max_completion_tokens before max_tokens', () => {
    expect(parse({ max_tokens: 5, max_completion_tokens: 7 }).outputTokensMax).toBe(7);
    expect(parse({ max_tokens: 5 }).outputTokensMax).toBe(5);
  });

  it.each([
    [{ model: undefined }, 'missing_required_field'],
    [{ model: 7 }, 'invalid_model_id'],
    [{ model: '' }, 'invalid_model_id'],
    [{ model: 'x'.repeat(201) }, 'invalid_model_id'],
    [{ model: 'a/b\u0000' }, 'invalid_model_id'],
    [{ model: 'two words' }, 'invalid_model_id'],
    [{ messages: undefined }, 'missing_required_field'],
    [{ messages: [] }, 'missing_required_field'],
    [{ messages: 'hi' }, 'missing_required_field'],
    [{ messages: [7] }, 'unsupported_param'],
    [{ messages: [{ role: 'wizard', content: '' }] }, 'unsupported_param'],
    [{ messages: [{ role: 'user', content: 5 }] }, 'unsupported_param'],
    [{ max_tokens: 0 }, 'max_tokens_invalid'],
    [{ max_tokens: 1.5 }, 'max_tokens_invalid'],
    [{ max_completion_tokens: '9' }, 'max_tokens_invalid'],
    [{ temperature: 2.1 }, 'unsupported_param'],
    [{ temperature: 'warm' }, 'unsupported_param'],
    [{ stream: 'yes' }, 'unsupported_param'],
    [{ repetition_penalty: 0 }, 'unsupported_param'],
    [{ logit_bias: { 5: 101 } }, 'unsupported_param'],
    [{ top_logprobs: 21, logprobs: true }, 'unsupported_param'],
    [{ top_logprobs: 2 }, 'unsupported_param'],
    [{ n: 0 }, 'unsupported_param'],
    [{ tools: [{ type: 'function', function: { name: 'a b' } }] }, 'invalid_tools_definition'],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'x' } } },
      'invalid_response_format_schema',
    ],
    [{ messages: [{ role: 'tool', tool_call_id: 'x', content: '' }] }, 'malformed_tool_messages'],
  ])('%j is answered with %s', (changes, code) => {
    expect(codeOf(changes)).toBe(code);
  });

  it('accepts a tool result after its call, once', () => {
    const call = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    };
    const result = { role: 'tool', tool_call_id: 'c1', content: 'ok' };
    expect(codeOf({ messages: [call, result] })).toBe('accepted');
    expect(codeOf({ messages: [call, result, result] })).toBe('malformed_tool_messages');
  });

  it('is inert when it tries to reach the prototype', () => {
    const text =
      '{"model":"m","messages":[{"role":"user","content":"x","__proto__":{"polluted":1}}],"constructor":{"prototype":{"polluted":1}}}';
    parseRequest(text, JSON.parse(text) as Record<string, unknown>);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('the prompt estimate', () => {
  it('counts ASCII and other characters apart', () => {
    expect(estimateTextTokens('abcd')).toBe(2);
    expect(estimateTextTokens('日本語')).toBe(4);
    expect(estimateTextTokens('ab😀')).toBe(1 + 2);
    expect(estimateTextTokens('')).toBe(0);
  });

  it('counts every kind of content', () => {
    const parts = [
      { type: 'text', text: 'abcd' },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'file', file: { file_data: 'x'.repeat(80_000) } },
      { type: 'input_audio', input_audio: { data: 'x'.repeat(8_000), format: 'wav' } },
    ];
    const request = parse({ messages: [{ role: 'user', content: parts }] });
    expect(estimatePromptTokens(request)).toBe(6 + 2 + 1_600 + 2_500 + 2 * 35);
  });

  it('counts tools and their schemas', () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
    const without = estimatePromptTokens(parse({}));
    expect(estimatePromptTokens(parse({ tools }))).toBe(
      without + 12 + estimateTextTokens(JSON.stringify(tools)),
    );
  });
});
