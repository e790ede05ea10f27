import { emptyUsage, type SettledUsage } from '@tollgate/model-spec';
import { parseRequest } from './parse-request';
import { passResponse } from './pass-response';

const settled: SettledUsage = { usage: emptyUsage, costNanos: 0n, upstream: undefined };
const face = { ulid: '01J9', model: 'acme/chat-1', requestId: 'req_1', createdAtSeconds: 1 };
const body = { model: 'acme/chat-1', messages: [{ role: 'user', content: 'Hello' }] };

/** What a client sees of the choices of a provider. */
function pass(choices: string): string {
  const request = parseRequest(JSON.stringify(body), body);
  const own = '"object":"chat.completion","created":7';
  const text = `{"id":"x",${own},"model":"up-1","choices":${choices},"usage":{"a":1}}`;
  const shown = passResponse(text, { face, request }, settled);
  return shown.slice(shown.indexOf('"choices":') + '"choices":'.length, shown.indexOf(',"usage"'));
}

const call = (text: string): string =>
  `{"id":"c1","type":"function","function":{"name":"f","arguments":${text}}}`;

describe('the end of a chat answer that passes', () => {
  it('is tool_calls when there is a call, whatever the provider sends', () => {
    const message = `{"role":"assistant","content":null, "tool_calls":[${call('"{}"')}]}`;
    expect(pass(`[{"message":${message}, "finish_reason":"stop","p":-0.50}]`)).toBe(
      `[{"message":${message}, "finish_reason":"tool_calls","p":-0.50,"native_finish_reason":"stop"}]`,
    );
  });

  it('is one of the finish reasons of clients, with the provider’s own beside it', () => {
    expect(pass('[{"message":{"role":"assistant","content":"a"},"finish_reason":"eos"}]')).toBe(
      '[{"message":{"role":"assistant","content":"a"},"finish_reason":"stop","native_finish_reason":"eos"}]',
    );
    const named = '"finish_reason":"eos","native_finish_reason":"EOS_TOKEN"';
    expect(pass(`[{"message":{"role":"assistant","content":"a"},${named}}]`)).toBe(
      '[{"message":{"role":"assistant","content":"a"},"finish_reason":"stop","native_finish_reason":"EOS_TOKEN"}]',
    );
  });

  it.each(['stop', 'length', 'content_filter', 'error'])('stays %s byte for byte', (word) => {
    const choices = `[{"message":{"role":"assistant","content":"a"} , "finish_reason" : "${word}"}]`;
    expect(pass(choices)).toBe(choices);
  });

  it('stays a call of tools byte for byte', () => {
    const message = `{"role":"assistant","tool_calls": [${call('"{\\"a\\":1}"')}]}`;
    const choices = `[{"message":${message},"finish_reason":"tool_calls"}]`;
    expect(pass(choices)).toBe(choices);
  });
});

describe('arguments of a call that passes', () => {
  it.each([
    ['empty text', '""', '"{}"'],
    ['nothing', 'null', '"{}"'],
    ['an object', '{"a":1}', '"{\\"a\\":1}"'],
  ])('are JSON that can be read, also where the provider sent %s', (_what, sent, shown) => {
    const answer = (text: string): string =>
      `[{"message":{"role":"assistant","tool_calls":[${call(text)}]},"finish_reason":"tool_calls"}]`;
    expect(pass(answer(sent))).toBe(answer(shown));
  });
});

describe('a chat answer that lacks what the schema requires', () => {
  const complete = (text: string): Record<string, unknown> => {
    const request = parseRequest(JSON.stringify(body), body);
    return JSON.parse(String(passResponse(text, { face, request }, settled)));
  };

  it('gets object, created and the role', () => {
    const answer = complete('{"choices":[{"index":0,"message":{"content":"Hi"}}]}');
    expect(answer).toMatchObject({
      object: 'chat.completion',
      created: 1,
      choices: [{ message: { role: 'assistant', content: 'Hi' } }],
    });
  });

  it('gets the type and the id of its tool calls', () => {
    const calls =
      '[{"function":{"name":"f","arguments":"{}"}},{"id":"c2","function":{"name":"g"}}]';
    const answer = complete(
      `{"choices":[{"index":0,"message":{"role":"assistant","tool_calls":${calls}}}]}`,
    );
    expect(answer).toMatchObject({
      choices: [
        {
          message: {
            tool_calls: [
              { id: expect.stringMatching(/^call_[0-9a-f]{24}$/), type: 'function' },
              { id: 'c2', type: 'function', function: { name: 'g', arguments: '{}' } },
            ],
          },
        },
      ],
    });
  });
});
