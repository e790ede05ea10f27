import { makeUpstreamTarget } from '@tollgate/testing';
import type { UpstreamTarget } from '@tollgate/model-spec';
import { forwardRequest } from './forward-request';

function forward(bodyText: string, target: Partial<UpstreamTarget> = {}): string {
  return forwardRequest({
    bodyText,
    body: JSON.parse(bodyText) as Record<string, unknown>,
    isStreaming: false,
    target: makeUpstreamTarget({ upstreamModel: 'gpt-x', family: 'openai', ...target }),
    clientHeaders: {},
  }).body;
}
/** Around every case: what changes always. */
const forwardFields = (fields: string, target: Partial<UpstreamTarget> = {}): string =>
  forward(`{"model":"m","store":false,${fields}}`, target)
    .replace(/^\{"model":"gpt-x","store":false,?/, '')
    .replace(/\}$/, '');

describe('a native request to a Responses provider', () => {
  it('differs from the client body only in model and store', () => {
    const rest =
      '"input":[ {"type":"message","role":"user","content":[{"type":"input_text","text":"a\\u00e4"}]} ],' +
      '"tools":[{"type":"custom","name":"patch"},{"type":"web_search"}],"include":["reasoning.encrypted_content"],' +
      '"text":{"verbosity":"low"},"tool_choice":{"type":"function","name":"f"},"seed":1.0,"max_output_tokens":16';
    expect(forward(`{"model":"openai/gpt-x",${rest}}`)).toBe(
      `{"model":"gpt-x",${rest},"store":false}`,
    );
  });

  it.each([
    [
      '"models":["a"],"route":"fallback","provider":{},"transforms":[],"background":true',
      '"route":"fallback"',
    ],
    ['"max_output_tokens":5', '"max_output_tokens":16'],
    ['"plugins":[{"id":"web"}]', ''],
    [
      '"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{}}}',
      '"text":{"format":{"type":"json_schema","name":"x","schema":{}}}',
    ],
    [
      '"text":{"format":{"type":"text"}},"response_format":{"type":"json_object"}',
      '"text":{"format":{"type":"text"}}',
    ],
    [
      '"text":{"verbosity":"low"},"response_format":{"type":"json_object"}',
      '"text":{"verbosity":"low","format":{"type":"json_object"}}',
    ],
    [
      '"tools":[{"type":"function","function":{"name":"f","parameters":{}}},{"type":"web_search"}]',
      '"tools":[{"type":"function","name":"f","parameters":{}},{"type":"web_search"}]',
    ],
    [
      '"tool_choice":{"type":"function","function":{"name":"f"}}',
      '"tool_choice":{"type":"function","name":"f"}',
    ],
    ['"tool_choice":{"type":"auto"}', '"tool_choice":"auto"'],
    [
      '"input":[{"type":"reasoning","id":"rs_1","summary":[]},{"type":"reasoning","summary":[],"encrypted_content":"tollgate1.anthropic:x"},{"role":"user","content":"x"}]',
      '"input":[{"role":"user","content":"x"}]',
    ],
  ])('says %s as %s', (given, sent) => {
    expect(forwardFields(given)).toBe(sent);
  });

  it('keeps reasoning whose content is complete', () => {
    const fields = '"input":[{"type":"reasoning","summary":[],"encrypted_content":"gAAAA"}]';
    expect(forwardFields(fields)).toBe(fields);
  });

  it('loses OpenAI-only fields for other families', () => {
    const fields =
      '"user":"u","include":[],"service_tier":"flex","prompt_cache_key":"k","metadata":{},' +
      '"client_metadata":{},"truncation":"auto","parallel_tool_calls":false,' +
      '"text":{"verbosity":"low","format":{"type":"text"}},"temperature":1';
    expect(forwardFields(fields, { family: 'other' })).toBe(
      '"text":{"format":{"type":"text"}},"temperature":1',
    );
  });

  it('keeps plugins for a provider route that has them', () => {
    const fields = '"plugins":[{"id":"web"}]';
    expect(forwardFields(fields, { supportedParameters: ['plugins'] })).toBe(fields);
  });

  it('turns thinking of qwen3 off when the caller set nothing', () => {
    const target = { family: 'qwen', upstreamModel: 'qwen3-8b' } as const;
    expect(forward('{"model":"m","store":false}', target)).toBe(
      '{"model":"qwen3-8b","store":false,"enable_thinking":false}',
    );
  });
});

describe('a search that the gateway adds', () => {
  const send = (given: object, family: 'openai' | 'other'): Record<string, unknown> => {
    const body = { model: 'm', input: 'Hello', ...given };
    const { body: sent } = forwardRequest({
      ...{ bodyText: JSON.stringify(body), body, isStreaming: false, clientHeaders: {} },
      target: makeUpstreamTarget({ upstreamModel: 'up', family }),
      webSearch: { usesMax: 3 },
    });
    return JSON.parse(sent) as Record<string, unknown>;
  };
  const search = { type: 'web_search' };

  it('is a tool behind those of the caller, limited where the field exists', () => {
    const tools = [{ type: 'function', name: 'f' }];
    expect(send({ tools }, 'openai')).toMatchObject({
      tools: [...tools, search],
      max_tool_calls: 3,
    });
    expect(send({}, 'other')['max_tool_calls']).toBeUndefined();
  });

  it.each([
    [500, 3],
    [2, 2],
  ])('a limit of %d, given by the caller, is sent as %d', (given, sent) => {
    expect(send({ max_tool_calls: given }, 'openai')['max_tool_calls']).toBe(sent);
  });

  it('gives way to a search and a limit of the caller', () => {
    const own = { tools: [{ type: 'web_search', filters: null }], max_tool_calls: 1 };
    expect(send(own, 'openai')).toMatchObject(own);
  });
});
