import { dialects } from './dialects';

const find = (name: string) => {
  const found = dialects.find((dialect) => dialect.name === name);
  if (found === undefined) throw new Error(`no dialect ${name}`);
  return found;
};
const image = 'data:image/png;base64,AAAA';

describe('the dialects of the playground', () => {
  it.each([
    ['Chat Completions', '{"choices":[{"delta":{"content":"Hi"}}]}'],
    ['Responses', '{"type":"response.output_text.delta","delta":"Hi"}'],
    ['Messages', '{"type":"content_block_delta","delta":{"type":"text_delta","text":"Hi"}}'],
  ])('read text of %s', (name, data) => {
    expect(find(name).readPiece(data)).toEqual({ text: 'Hi' });
  });

  it.each([
    ['Chat Completions', '{"usage":{"prompt_tokens":8,"completion_tokens":2,"cost":0.1}}'],
    ['Responses', '{"response":{"usage":{"input_tokens":8,"output_tokens":2,"cost":0.1}}}'],
    ['Messages', '{"usage":{"input_tokens":8,"output_tokens":2,"tollgate_cost":0.1}}'],
  ])('read the usage of %s', (name, data) => {
    const usage = { promptTokens: 8, completionTokens: 2, cost: 0.1 };
    expect(find(name).readPiece(data)).toEqual(usage);
  });

  it('read the error of a stream', () => {
    const data = '{"error":{"message":"The provider failed"}}';
    expect(find('Messages').readPiece(data)).toEqual({ error: 'The provider failed' });
  });

  it.each(dialects.map(({ name }) => name))('ignore what is no JSON in %s', (name) => {
    expect(find(name).readPiece('[DONE]')).toEqual({});
  });

  it('carry images in the form of each', () => {
    const bodies = dialects.map(({ makeBody }) =>
      JSON.stringify(
        makeBody({
          model: 'a/b',
          tools: [],
          turns: [{ role: 'user', text: 'What is it?', image }],
        }),
      ),
    );
    expect(bodies[0]).toContain('"image_url":{"url":"data:image/png;base64,AAAA"}');
    expect(bodies[1]).toContain('"type":"input_image"');
    expect(bodies[2]).toContain('"media_type":"image/png","data":"AAAA"');
  });

  const start = { index: 1, id: 'call_1', name: 'find' };
  const rest = { index: 1, arguments: '{"a":' };
  it.each([
    [
      'Chat Completions',
      '{"choices":[{"delta":{"tool_calls":[{"index":1,"id":"call_1","function":{"name":"find"}}]}}]}',
      '{"choices":[{"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{\\"a\\":"}}]}}]}',
    ],
    [
      'Responses',
      '{"type":"response.output_item.added","output_index":1,' +
        '"item":{"type":"function_call","call_id":"call_1","name":"find"}}',
      '{"type":"response.function_call_arguments.delta","output_index":1,"delta":"{\\"a\\":"}',
    ],
    [
      'Messages',
      '{"type":"content_block_start","index":1,' +
        '"content_block":{"type":"tool_use","id":"call_1","name":"find","input":{}}}',
      '{"type":"content_block_delta","index":1,' +
        '"delta":{"type":"input_json_delta","partial_json":"{\\"a\\":"}}',
    ],
  ])('read tool calls of %s', (name, first, second) => {
    expect(find(name).readPiece(first)).toEqual({ calls: [start] });
    expect(find(name).readPiece(second)).toEqual({ calls: [rest] });
  });

  it('carry tools, calls and results in the form of each', () => {
    const call = { id: 'call_1', name: 'find', arguments: '{"a":1}' };
    const other = { ...call, id: 'call_2' };
    const bodies = dialects.map(({ makeBody }) =>
      makeBody({
        model: 'a/b',
        tools: [{ name: 'find', parameters: { type: 'object' } }],
        turns: [
          { role: 'user', text: 'Find it' },
          { role: 'assistant', text: '', calls: [call, other] },
          { role: 'tool', callId: 'call_1', text: 'found' },
          { role: 'tool', callId: 'call_2', text: 'lost' },
        ],
      }),
    );
    expect(bodies[0]).toMatchObject({
      tools: [{ type: 'function', function: { name: 'find' } }],
      messages: [
        {},
        { content: null, tool_calls: [{ id: 'call_1', type: 'function' }, { id: 'call_2' }] },
        { role: 'tool', tool_call_id: 'call_1', content: 'found' },
        { role: 'tool', tool_call_id: 'call_2', content: 'lost' },
      ],
    });
    expect(bodies[1]).toMatchObject({
      tools: [{ type: 'function', name: 'find' }],
      input: [
        {},
        { type: 'function_call', call_id: 'call_1', arguments: '{"a":1}' },
        { type: 'function_call', call_id: 'call_2' },
        { type: 'function_call_output', call_id: 'call_1', output: 'found' },
        { type: 'function_call_output', call_id: 'call_2', output: 'lost' },
      ],
    });
    expect(bodies[2]).toMatchObject({
      tools: [{ name: 'find', input_schema: { type: 'object' } }],
      messages: [
        {},
        { role: 'assistant', content: [{ type: 'tool_use', input: { a: 1 } }, { id: 'call_2' }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'call_1' }, { tool_use_id: 'call_2' }],
        },
      ],
    });
  });
});
