import { coerceChat } from './coerce-chat';
import type { RawRequest } from '../../domain/endpoint';

const coerce = (body: Readonly<Record<string, unknown>>): RawRequest =>
  coerceChat({ body, bodyText: JSON.stringify(body), clientHeaders: {} });

describe('a body on the chat route', () => {
  it('passes untouched when it is of its own shape', () => {
    const raw = {
      body: { model: 'm', messages: [], input: 'x' },
      bodyText: '{ "model": "m" }',
      clientHeaders: {},
    };
    expect(coerceChat(raw)).toBe(raw);
  });

  it('is one of Responses when it has no messages but an input', () => {
    expect(coerce({ model: 'm', messages: null, input: 'x' }).body['messages']).toEqual([
      { role: 'user', content: 'x' },
    ]);
    const raw = { body: { model: 'm', input: null }, bodyText: '{}', clientHeaders: {} };
    expect(coerceChat(raw)).toBe(raw);
  });

  it('translates the reasoning effort to Chat', () => {
    const told = (reasoning: Readonly<Record<string, unknown>>): Record<string, unknown> => {
      const { body } = coerce({ model: 'm', input: 'x', reasoning });
      return { effort: body['reasoning_effort'], rest: body['reasoning'] };
    };
    expect(told({ effort: 'high', summary: 'auto' })).toEqual({ effort: 'high', rest: undefined });
    expect(told({ exclude: true })).toEqual({ effort: undefined, rest: { exclude: true } });
  });

  it('is translated from Responses', () => {
    const parameters = { type: 'object', properties: {} };
    const { body, bodyText } = coerce({
      model: 'm',
      instructions: 'Be brief.',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Hello' }] },
        { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' },
        { type: 'function_call_output', call_id: 'call_1', output: 'done' },
      ],
      tools: [{ type: 'function', name: 'f', parameters }],
      tool_choice: { type: 'auto' },
      max_output_tokens: 50,
      temperature: 0.5,
      frequency_penalty: 1,
      store: true,
      previous_response_id: 'resp_1',
      truncation: 'auto',
      background: true,
    });
    expect(body).toEqual({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'done' },
      ],
      tools: [{ type: 'function', function: { name: 'f', parameters } }],
      tool_choice: 'auto',
      max_tokens: 50,
      temperature: 0.5,
      frequency_penalty: 1,
    });
    expect(JSON.parse(bodyText)).toEqual(body);
  });

  it('translates the format and the verbosity of Responses to Chat', () => {
    const definition = { name: 'place', strict: true, schema: { type: 'object' } };
    const { body } = coerce({
      model: 'm',
      input: 'Where?',
      text: { format: { type: 'json_schema', ...definition }, verbosity: 'low' },
      response_format: { type: 'json_object' },
    });
    expect(body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Where?' }],
      response_format: { type: 'json_schema', json_schema: definition },
      verbosity: 'low',
    });
  });

  it('keeps a format that is already of Chat', () => {
    const response_format = { type: 'json_object' };
    expect(coerce({ model: 'm', input: 'x', response_format }).body).toMatchObject({
      response_format,
    });
  });
});
