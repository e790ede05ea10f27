import { makeResponseReader } from './read-response';

const call = (name: string) => ({ type: 'tool_use', id: 't1', name, input: { a: 1 } });
const read = (body: Record<string, unknown>, jsonTool?: string) =>
  makeResponseReader(jsonTool)(body);

describe('an answer (16.5)', () => {
  it('with a call ends in tool_calls, whatever stop reason came with it', () => {
    expect(read({ content: [call('f')], stop_reason: 'end_turn' })).toMatchObject({
      finishReason: 'tool_calls',
      nativeFinishReason: 'end_turn',
    });
  });

  it('cut in the middle of a call was cut', () => {
    const answer = read({ content: [call('f')], stop_reason: 'max_tokens' });
    expect(answer.finishReason).toBe('length');
  });

  it('given as input of a tool ends as an answer, unless a real call is beside it', () => {
    const json = call('json_output');
    expect(read({ content: [json], stop_reason: 'tool_use' }, 'json_output')).toMatchObject({
      parts: [{ type: 'text', text: '{"a":1}' }],
      finishReason: 'stop',
    });
    const both = read({ content: [json, call('f')], stop_reason: 'tool_use' }, 'json_output');
    expect(both.finishReason).toBe('tool_calls');
  });

  it('whose own tool has the name of the JSON tool is a call', () => {
    expect(read({ content: [call('json_output')], stop_reason: 'tool_use' })).toMatchObject({
      parts: [{ type: 'tool-call', name: 'json_output' }],
      finishReason: 'tool_calls',
    });
  });

  it('gives an id to a call that came without one', () => {
    const { parts } = read({ content: [{ type: 'tool_use', name: 'f' }] });
    const id = expect.stringMatching(/^call_[0-9A-Z]{26}$/) as string;
    expect(parts).toEqual([{ type: 'tool-call', id, name: 'f', arguments: '{}' }]);
  });

  it('without content is read as empty', () => {
    expect(read({})).toEqual({
      parts: [],
      finishReason: undefined,
      nativeFinishReason: undefined,
      usage: { kind: 'missing' },
    });
  });
});
