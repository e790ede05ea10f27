import { AppError } from '@tollgate/errors';
import { parseRequest } from './parse-request';

const parse = (changes: Record<string, unknown>): ReturnType<typeof parseRequest> => {
  const body = { model: 'acme/chat-1', input: 'Hello', ...changes };
  return parseRequest(JSON.stringify(body), body);
};
const faultOf = (changes: Record<string, unknown>): AppError => {
  try {
    parse(changes).toNeutral();
  } catch (error) {
    return AppError.from(error);
  }
  throw new Error('accepted');
};
const user = (...content: unknown[]): Record<string, unknown> => ({
  input: [{ type: 'message', role: 'user', content }],
});
const call = { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' };
const result = { type: 'function_call_output', call_id: 'c1', output: 'ok' };

describe('a Responses request', () => {
  it('is parsed with every field of the specification', () => {
    const request = parse({
      input: [
        { role: 'user', content: 'a' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'b' }] },
        call,
        result,
      ],
      instructions: 'Be brief.',
      stream: true,
      max_output_tokens: 7,
      background: true,
      store: false,
      previous_response_id: null,
      tools: [{ type: 'function', name: 'f', parameters: { type: 'object' } }],
      client_metadata: { x: 1 },
      brand_new_field: true,
    });
    expect(request).toMatchObject({
      dialect: 'responses',
      requestedModel: 'acme/chat-1',
      isStreaming: true,
      outputTokensMax: 7,
      messageCount: 4,
      hasTools: true,
    });
  });

  it.each([
    [{ previous_response_id: 'resp_1' }, 'previous_response_id'],
    [{ conversation: 'conv_1' }, 'conversation'],
    [{ prompt: { id: 'pmpt_1' }, input: undefined }, 'prompt'],
    [{ store: true }, 'store'],
  ])('%j refers to stored data that does not exist', (changes, param) => {
    const fault = faultOf(changes);
    expect(fault.entry.code).toBe('invalid_prompt');
    expect(fault.param).toBe(param);
    expect(fault.message).toContain('Set store:false and resend full items');
  });

  it('names the remedy for a reference to an item', () => {
    const fault = faultOf({ input: [{ type: 'item_reference', id: 'msg_1' }] });
    expect([fault.entry.code, fault.param]).toEqual(['invalid_prompt', 'input.0']);
    expect(fault.message).toBe(
      'This API is stateless: send whole items (AI SDK: providerOptions.openai.store = false)',
    );
  });

  it.each([
    [{ input: null }, 'missing_required_field'],
    [{ input: '' }, 'missing_required_field'],
    [{ input: 7 }, 'missing_required_field'],
    [{ input: [7] }, 'unsupported_param'],
    [{ input: [{ content: 'x' }] }, 'unsupported_param'],
    [{ input: [{ role: 'wizard', content: 'x' }] }, 'unsupported_param'],
    [{ input: [{ role: 'user', content: 7 }] }, 'unsupported_param'],
    [user(7), 'unsupported_param'],
    [user({ type: 'input_text' }), 'unsupported_param'],
    [user({ type: 'input_image' }), 'unsupported_param'],
    [user({ type: 'input_image', file_id: 'file-1' }), 'unsupported_param'],
    [user({ type: 'input_file', file_url: 'https://a.test/x.pdf' }), 'unsupported_param'],
    [user({ type: 'input_file', file_id: 'file-1' }), 'unsupported_param'],
    [user({ type: 'input_audio', input_audio: { data: 'AA' } }), 'unsupported_param'],
    [user({ type: 'input_smell' }), 'unsupported_param'],
    [{ instructions: 7 }, 'unsupported_param'],
    [{ max_output_tokens: 1.5 }, 'max_tokens_invalid'],
    [{ max_output_tokens: '9' }, 'max_tokens_invalid'],
    [{ top_logprobs: 21 }, 'unsupported_param'],
    [{ parallel_tool_calls: 'no' }, 'unsupported_param'],
    [{ reasoning: { effort: 'huge' } }, 'unsupported_param'],
    [{ transforms: ['inside-out'] }, 'unsupported_param'],
    [{ text: { format: { type: 'json_schema' } } }, 'invalid_response_format_schema'],
    [
      { response_format: { type: 'json_schema', json_schema: {} } },
      'invalid_response_format_schema',
    ],
  ])('%j is answered with %s', (changes, code) => {
    expect(faultOf(changes).entry.code).toBe(code);
  });

  it.each([
    [{ input: [result] }],
    [{ input: [result, call] }],
    [{ input: [call, result, result] }],
    [{ input: [call, { ...result, call_id: 'c2' }] }],
    [{ input: [{ ...call, call_id: undefined }] }],
    [{ input: [{ ...call, name: undefined }] }],
  ])('%j has results and calls that do not match', (changes) => {
    expect(faultOf(changes).entry.code).toBe('malformed_tool_messages');
  });

  it.each([
    [{ type: 'function' }],
    [{ type: 'function', name: 'a b' }],
    [{ type: 'function', function: { name: 'a b' } }],
    [{ type: 'function', name: 'f', parameters: { type: 'array' } }],
    [{ type: 'custom' }],
    [{ type: 'namespace', name: 'n' }],
    [{ name: 'f' }],
  ])('%j is no tool', (tool) => {
    expect(faultOf({ tools: [tool] }).entry.code).toBe('invalid_tools_definition');
  });

  it.each([
    'web_search_preview',
    'web_search_preview_2025_03_11',
    'file_search',
    'computer_use_preview',
  ])('may not ask for %s', (type) => {
    expect(faultOf({ tools: [{ type }] })).toMatchObject({
      reason: 'unsupported_param',
      param: 'tools.0',
    });
  });

  it.each([
    [{ tool_choice: 'perhaps' }],
    [{ tool_choice: { type: 'function', name: 'g' } }],
    [{ tool_choice: { type: 'web_search' }, tools: [{ type: 'web_search' }] }],
  ])('%j chooses what cannot be used', (changes) => {
    expect(faultOf(changes).entry.code).toBe('unsupported_param');
  });

  it('may choose a hosted tool where its bytes pass', () => {
    const changes = { tool_choice: { type: 'web_search' }, tools: [{ type: 'web_search' }] };
    expect(() => parse(changes)).not.toThrow();
  });

  it('is estimated by its whole content, images and files by type', () => {
    const base = parse({}).estimatePromptTokens();
    const image = { type: 'input_image', image_url: `data:image/png;base64,${'A'.repeat(9_999)}` };
    const file = { type: 'input_file', file_data: 'data:application/pdf;base64,AA' };
    const text = { type: 'input_text', text: 'Hello' };
    expect(parse(user(text, image)).estimatePromptTokens()).toBe(base + 1_600);
    expect(parse(user(text, file)).estimatePromptTokens()).toBe(base + 2_500);
    expect(parse({ instructions: 'abcd' }).estimatePromptTokens()).toBe(base + 6 + 2);
    const more = [
      { text: { format: { type: 'json_object' } } },
      { tools: [{ type: 'web_search' }] },
      { input: [{ role: 'user', content: 'Hello' }, call] },
    ];
    for (const changes of more) {
      expect(parse(changes).estimatePromptTokens()).toBeGreaterThan(base);
    }
  });
});
