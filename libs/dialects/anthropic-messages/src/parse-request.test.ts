import { AppError } from '@tollgate/errors';
import { parseCountRequest, parseRequest } from './parse-request';

type Fields = Record<string, unknown>;

const hello = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] };
const codeOf = (changes: Fields, parse = parseRequest): unknown => {
  const body = { ...hello, ...changes };
  try {
    parse(JSON.stringify(body), body);
  } catch (error) {
    return AppError.from(error).entry.code;
  }
  return 'accepted';
};
const say = (...content: unknown[]): Fields => ({ messages: [{ role: 'user', content }] });
const use = { type: 'tool_use', id: 't1', name: 'f', input: {} };
const result = { type: 'tool_result', tool_use_id: 't1', content: 'ok' };

describe('a Messages request', () => {
  it.each([
    [{ messages: 'hi' }, 'missing_required_field'],
    [{ messages: [7] }, 'unsupported_param'],
    [{ messages: [{ role: 'wizard', content: 'x' }] }, 'unsupported_param'],
    [{ messages: [{ role: 'user' }] }, 'missing_required_field'],
    [{ messages: [{ role: 'user', content: 7 }] }, 'unsupported_param'],
    [say('text'), 'unsupported_param'],
    [say({ type: 'text' }), 'unsupported_param'],
    [say({ type: 'image' }), 'unsupported_param'],
    [say({ type: 'document', source: 'https://a.test' }), 'unsupported_param'],
    [say({ type: 'tool_use', name: 'f' }), 'malformed_tool_messages'],
    [say(result), 'malformed_tool_messages'],
    [{ system: 7 }, 'unsupported_param'],
    [{ system: [{ type: 'image' }] }, 'unsupported_param'],
    [{ top_k: -1 }, 'unsupported_param'],
    [{ stop_sequences: 'END' }, 'unsupported_param'],
    [{ tools: [{ name: 'a b', input_schema: {} }] }, 'invalid_tools_definition'],
    [{ tools: [{ input_schema: {} }] }, 'invalid_tools_definition'],
    [{ tools: [{ type: 'custom', input_schema: {} }] }, 'invalid_tools_definition'],
    [{ tools: [{ name: 'f', input_schema: { type: 'string' } }] }, 'invalid_tools_definition'],
    [{ tools: {} }, 'invalid_tools_definition'],
    [{ tool_choice: 'auto' }, 'unsupported_param'],
    [{ tool_choice: { type: 'tool' } }, 'unsupported_param'],
    [{ tool_choice: { type: 'sometimes' } }, 'unsupported_param'],
    [{ thinking: { type: 'enabled', budget_tokens: 0 } }, 'unsupported_param'],
    [{ thinking: 'enabled' }, 'unsupported_param'],
    [{ metadata: 'x' }, 'unsupported_param'],
  ])('%j is answered with %s', (changes, code) => {
    expect(codeOf(changes)).toBe(code);
  });

  it.each([
    [{ system: 'Be brief', temperature: 2, top_p: 1, top_k: 0, stop_sequences: ['END'] }],
    [{ system: [{ type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }] }],
    [{ tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }] }],
    [{ tools: [{ type: 'bash_20250124', name: 'bash' }] }],
    [{ thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }],
    [{ context_management: { edits: [] }, container: 'c', mcp_servers: [], service_tier: 'auto' }],
    [{ messages: [{ role: 'system', content: 'x' }] }],
    [say({ type: 'brand_new_block' })],
  ])('accepts %j, which a native route passes on', (changes) => {
    expect(codeOf(changes)).toBe('accepted');
  });

  it('accepts a result after its use, once', () => {
    const messages = (...results: unknown[]): Fields => ({
      messages: [
        { role: 'assistant', content: [use] },
        { role: 'user', content: results },
      ],
    });
    expect(codeOf(messages(result))).toBe('accepted');
    expect(codeOf(messages(result, result))).toBe('malformed_tool_messages');
  });

  it('needs no limit of output where it is only counted', () => {
    expect(codeOf({ max_tokens: undefined }, parseCountRequest)).toBe('accepted');
    expect(codeOf({ max_tokens: undefined })).toBe('missing_required_field');
    expect(codeOf({ messages: [] }, parseCountRequest)).toBe('missing_required_field');
    const { max_tokens: _limit, ...body } = hello;
    expect(parseCountRequest(JSON.stringify(body), body).outputTokensMax).toBeUndefined();
  });
});

describe('the estimate of a Messages request', () => {
  const estimate = (changes: Fields): number => {
    const body = { ...hello, ...changes };
    return parseRequest(JSON.stringify(body), body).estimatePromptTokens();
  };

  it('counts every kind of block', () => {
    const text = { type: 'text', text: 'abcd' };
    const image = { type: 'image', source: { type: 'url', url: 'https://a.test' } };
    const pdf = { type: 'document', source: { type: 'base64', data: 'x'.repeat(80_000) } };
    const plain = { type: 'document', source: { type: 'text', data: 'abcd' } };
    const parts = { type: 'document', source: { type: 'content', content: [text] } };
    expect(estimate(say(text, image, pdf, plain, parts))).toBe(6 + 2 + 1_600 + 2_500 + 2 + 2);
  });

  it('counts results, thinking, tools and the system prompt', () => {
    const small = estimate({});
    const messages = [
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: 's' }, use] },
      { role: 'user', content: [{ ...result, content: [{ type: 'text', text: 'abcd' }] }] },
    ];
    expect(estimate({ messages })).toBeGreaterThan(small + 20);
    expect(estimate({ system: 'abcd' })).toBe(small + 6 + 2);
    expect(estimate({ tools: [{ name: 'f' }] })).toBeGreaterThan(small + 12);
  });

  it('accepts features of Anthropic without translation', () => {
    const tools = [{ type: 'bash_20250124', name: 'bash' }];
    expect(estimate({ tools })).toBeGreaterThan(0);
  });
});
