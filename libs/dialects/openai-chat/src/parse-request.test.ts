import { estimateTextTokens } from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
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
  it('is parsed with its defaults', () => {
    expect(parse({})).toMatchObject({
      requestedModel: 'acme/chat-1',
      isStreaming: false,
      choices: 1,
      outputTokensMax: undefined,
    });
  });

  it('may carry unknown fields', () => {
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
    [{ messages: [{ role: 'user' }] }, 'missing_required_field'],
    [{ messages: [{ role: 'system', content: null }] }, 'missing_required_field'],
    [{ n: 0 }, 'unsupported_param'],
    [{ n: 1.5 }, 'unsupported_param'],
    [{ seed: 0.5 }, 'unsupported_param'],
    [{ stop: 7 }, 'unsupported_param'],
    [{ stop: ['a', 7] }, 'unsupported_param'],
    [{ top_k: -1 }, 'unsupported_param'],
    [{ frequency_penalty: 2.5 }, 'unsupported_param'],
    [{ presence_penalty: -2.5 }, 'unsupported_param'],
    [{ min_p: 1.5 }, 'unsupported_param'],
    [{ top_a: -0.5 }, 'unsupported_param'],
    [{ logprobs: 'yes' }, 'unsupported_param'],
    [{ user: 7 }, 'unsupported_param'],
    [{ tool_choice: 'sometimes' }, 'unsupported_param'],
    [{ tool_choice: { type: 'wish' } }, 'unsupported_param'],
    [{ tool_choice: { type: 'function', function: {} } }, 'unsupported_param'],
    [{ parallel_tool_calls: 'no' }, 'unsupported_param'],
    [{ structured_outputs: 1 }, 'unsupported_param'],
    [{ plugins: [{}] }, 'unsupported_param'],
    [{ plugins: [{ id: 'web', enabled: 1 }] }, 'unsupported_param'],
    [{ modalities: ['smell'] }, 'unsupported_param'],
    [{ image_config: 'big' }, 'unsupported_param'],
    [{ input_audio: { data: 'AAAA' } }, 'unsupported_param'],
    [{ reasoning_effort: 'lots' }, 'unsupported_param'],
    [{ reasoning: { effort: 'lots' } }, 'unsupported_param'],
    [{ reasoning: { max_tokens: 0 } }, 'unsupported_param'],
    [{ reasoning: { exclude: 'yes' } }, 'unsupported_param'],
    [{ reasoning: true }, 'unsupported_param'],
    [{ thinking: { type: 'deep' } }, 'unsupported_param'],
    [{ thinking: { type: 'enabled', budget_tokens: 1.5 } }, 'unsupported_param'],
    [{ enable_thinking: 'yes' }, 'unsupported_param'],
    [{ transforms: ['inside-out'] }, 'unsupported_param'],
    [{ transforms: 'middle-out' }, 'unsupported_param'],
    [{ models: Array.from({ length: 11 }, (_, index) => `a/${index}`) }, 'unsupported_param'],
    [{ models: [7] }, 'unsupported_param'],
    [{ provider: [] }, 'unsupported_param'],
    [{ provider: { order: 'acme' } }, 'unsupported_param'],
    [{ provider: { sort: 'beauty' } }, 'unsupported_param'],
    [{ provider: { data_collection: 'some' } }, 'unsupported_param'],
    [{ provider: { sort: { by: 'beauty' } } }, 'unsupported_param'],
    [{ provider: { sort: { by: 'price', partition: 'tenant' } } }, 'unsupported_param'],
    [{ provider: { max_price: 7 } }, 'unsupported_param'],
    [{ provider: { max_price: { prompt: -1 } } }, 'unsupported_param'],
    [{ provider: { max_price: { prompt: 'cheap' } } }, 'unsupported_param'],
    [{ provider: { max_price: { beauty: 1 } } }, 'unsupported_param'],
    [{ model: 'acme/a+b' }, 'invalid_model_id'],
    [{ model: '' }, 'invalid_model_id'],
    [{ model: 'acme/[1m]x' }, 'invalid_model_id'],
    [{ model: 'a'.repeat(201) }, 'invalid_model_id'],
    [{ tools: [{ type: 'function', function: { name: 'a b' } }] }, 'invalid_tools_definition'],
    [{ tools: [{ type: 'function' }] }, 'invalid_tools_definition'],
    [{ tools: 'all' }, 'invalid_tools_definition'],
    [
      { tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'string' } } }] },
      'invalid_tools_definition',
    ],
    [
      { tools: [{ type: 'function', function: { name: 'f', parameters: [] } }] },
      'invalid_tools_definition',
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { name: 'x' } } },
      'invalid_response_format_schema',
    ],
    [
      { response_format: { type: 'json_schema', json_schema: { schema: {} } } },
      'invalid_response_format_schema',
    ],
    [{ response_format: { type: 'poem' } }, 'invalid_response_format_schema'],
    [{ messages: [{ role: 'tool', tool_call_id: 'x', content: '' }] }, 'malformed_tool_messages'],
    [{ messages: [{ role: 'assistant', tool_calls: [{ id: 'x' }] }] }, 'malformed_tool_messages'],
    [{ messages: [{ role: 'assistant', tool_calls: 'x' }] }, 'malformed_tool_messages'],
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

  it.each([
    [{ type: 'text' }],
    [{ type: 'image_url', image_url: 'https://example.com/a.png' }],
    [{ type: 'image_url', image_url: {} }],
    [{ type: 'video_url', video_url: {} }],
    [{ type: 'file', file: { file_data: 'https://example.com/a.pdf' } }],
    [{ type: 'file', file: {} }],
    [{ type: 'file', file: { file_id: 'file-1' } }],
    [{ type: 'input_audio', input_audio: { data: 'AAAA' } }],
    [{ type: 'input_audio', input_audio: { format: 'wav' } }],
    [{ type: 'input_audio', input_audio: { data: 'data:audio/wav;base64,AAAA', format: 'wav' } }],
    [{}],
    ['text'],
  ])('does not take the part %j', (part) => {
    expect(codeOf({ messages: [{ role: 'user', content: [part] }] })).toBe('unsupported_param');
  });

  it.each([
    [{ reasoning_effort: 'xhigh' }],
    [{ reasoning: { effort: 'none', exclude: true } }],
    [{ thinking: { type: 'adaptive' } }],
    [{ transforms: [] }],
    [{ transforms: ['middle-out'] }],
    [{ models: ['a/b', 'c/d:free'], route: 'fallback' }],
    [{ provider: { sort: { by: 'latency', partition: 'none' }, max_price: { request: '0.5' } } }],
    [{ provider: { sort: { by: 'price' }, max_price: { prompt: 1 }, order: ['acme'] } }],
    [{ plugins: [{ id: 'web', enabled: true, max_results: 3 }] }],
    [{ modalities: ['image', 'text'], image_config: { strength: 0.5 } }],
    [{ temperature: null, tools: null, stop: null, reasoning: null }],
    [{ tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'required' }],
    [{ top_logprobs: 0 }],
  ])('accepts %j', (changes) => {
    expect(codeOf(changes)).toBe('accepted');
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
      { type: 'file', file: { file_data: `data:${'x'.repeat(79_995)}` } },
      { type: 'input_audio', input_audio: { data: 'x'.repeat(8_000), format: 'wav' } },
    ];
    const request = parse({ messages: [{ role: 'user', content: parts }] });
    expect(request.estimatePromptTokens()).toBe(6 + 2 + 1_600 + 2_500 + 2 * 35);
  });

  it('counts tools and their schemas', () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
    const without = parse({}).estimatePromptTokens();
    expect(parse({ tools }).estimatePromptTokens()).toBe(
      without + 12 + estimateTextTokens(JSON.stringify(tools)),
    );
  });
});
