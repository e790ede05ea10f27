import { AppError } from '@tollgate/errors';
import { parseRequest } from './parse-request';

const hello = '"messages":[{"role":"user","content":"hi"}]';
const parse = (rest: string): ReturnType<typeof parseRequest> => {
  const text = `{"model":"acme/chat-1", "t":1.0, ${rest}}`;
  return parseRequest(text, JSON.parse(text) as Record<string, unknown>);
};
const edited = (rest: string): string => `{"model":"acme/chat-1", "t":1.0, ${rest}}`;

describe('what editors and old clients send', () => {
  it('is left alone, to the byte, when it needs nothing', () => {
    const rest = `${hello}, "tool_choice": "auto"`;
    expect(parse(rest).bodyText).toBe(`{"model":"acme/chat-1", "t":1.0, ${rest}}`);
  });

  it.each([
    ['{"type":"function","name":"f","parameters":{"type":"object"}}'],
    ['{"name":"f","input_schema":{"type":"object"}}'],
    ['{"function":{"name":"f","parameters":{"type":"object"}}}'],
  ])('has its flat tool wrapped: %s', (tool) => {
    const { body, bodyText, hasTools } = parse(`"tools":[${tool}],${hello}`);
    expect(hasTools).toBe(true);
    expect(bodyText).toBe(
      edited(
        '"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],' +
          hello,
      ),
    );
    expect(JSON.parse(bodyText)).toEqual(body);
  });

  it('keeps the marker of a flat tool on the tool', () => {
    const tool =
      '{"name":"f","input_schema":{"type":"object"},"cache_control":{"type":"ephemeral"}}';
    expect(parse(`"tools":[${tool}],${hello}`).toNeutral().tools).toEqual([
      { name: 'f', parameters: { type: 'object' }, cacheControl: { type: 'ephemeral' } },
    ]);
  });

  it.each([
    ['{"type":"auto"}', '"auto"'],
    ['{"type":"none"}', '"none"'],
    ['{"type":"required"}', '"required"'],
    ['{"type":"any"}', '"required"'],
    ['{"type":"function","name":"f"}', '{"type":"function","function":{"name":"f"}}'],
    ['{"type":"tool","name":"f"}', '{"type":"function","function":{"name":"f"}}'],
  ])('has the tool choice %s written as %s', (given, expected) => {
    const { bodyText } = parse(`"tool_choice":${given},${hello}`);
    expect(bodyText).toBe(edited(`"tool_choice":${expected},${hello}`));
  });

  it('has functions turned into tools', () => {
    const { bodyText } = parse(
      `"functions":[{"name":"f","parameters":{"type":"object"}}],"function_call":{"name":"f"}, ${hello}`,
    );
    expect(bodyText).toBe(
      edited(
        `${hello},"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],` +
          '"tool_choice":{"type":"function","function":{"name":"f"}}',
      ),
    );
  });

  it('has calls of functions and their results bound by an id', () => {
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
      { role: 'function', name: 'f', content: '7' },
    ];
    const { body, bodyText } = parse(`"messages":${JSON.stringify(messages)}`);
    expect(body['messages']).toEqual([
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
        ],
      },
      { role: 'tool', name: 'f', content: '7', tool_call_id: 'call_1' },
    ]);
    expect(JSON.parse(bodyText)).toEqual(body);
  });

  it('is refused when a result of a function answers no call', () => {
    const messages = [{ role: 'function', name: 'f', content: '7' }];
    let code: unknown;
    try {
      parse(`"messages":${JSON.stringify(messages)}`);
    } catch (error) {
      code = AppError.from(error).entry.code;
    }
    expect(code).toBe('malformed_tool_messages');
  });
});
