import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { dialectFaces, type DialectName } from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { startProvider } from '../test/support/provider';
import { readSent } from '../test/support/sent-requests';
import { resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
type Fields = Readonly<Record<string, unknown>>;
let account: Account;

/** A model whose provider uses the dialect itself, and its name there. */
const native: Readonly<Record<DialectName, readonly [model: string, upstream: string]>> = {
  chat: ['simulator/chat', 'chat'],
  responses: ['simulator/responses', 'responses'],
  messages: ['simulator/claude', 'claude'],
};

beforeAll(async () => {
  account = await openAccount(gateway);
  await addModel(gateway, {
    id: 'mansion/gpt',
    document: { family: 'openai', maxCompletionTokens: 16_384 },
  });
  for (const protocol of ['openai', 'anthropic', 'responses'] as const) {
    await addModel(gateway, {
      id: `plugged-${protocol}/chat`,
      protocol,
      prices: { prompt: '1', completion: '2', web: '0.01' },
      document: { supportedParameters: ['plugins', 'tools'] },
    });
  }
});
beforeEach(() => resetSimulator(gateway, true));

async function post(dialect: DialectName, body: unknown): Promise<Json> {
  const answer = await gateway.call(dialectFaces[dialect].path, { bearer: account.key, body });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json;
}

/** Unusual spellings of JSON, and unknown fields. */
const odd =
  '"temperature" : 1.0e0,"top_p":0.50,\n\t"x_new":{"deep":[1.10,-0,1E2,"\\u00e9\\/",null]},' +
  '"x_big":12345678901234567890.000000001';

describe.each([
  ['chat', '"messages": [ {"role":"user","content":"caf\\u00e9 \\/ 1.0","x_mine": 1.0} ]', ''],
  [
    'responses',
    '"input": [ {"role":"user","content":"caf\\u00e9 \\/ 1.0","x_mine": 1.0} ]',
    ',"store":false',
  ],
  [
    'messages',
    '"max_tokens":99, "messages": [ {"role":"user","content":"caf\\u00e9 \\/ 1.0","x_mine": 1.0} ]',
    '',
  ],
] as const)('a %s request to a provider of its own dialect', (dialect, prompt, added) => {
  const [model, upstream] = native[dialect];

  it('passes byte for byte, but for the name of the model', async () => {
    await post(dialect, `{${prompt} , "model" : "${model}",${odd}}`);
    expect((await readSent(gateway)).text).toBe(
      `{${prompt} , "model" : "${upstream}",${odd}${added}}`,
    );
  });

  it('loses what only the gateway knows, and keeps route', async () => {
    const routing = '"models":[],"provider":{"order":["a"]},"route":"fallback","transforms":[]';
    await post(dialect, `{"model":"${model}",${routing},${prompt}}`);
    expect((await readSent(gateway)).text).toBe(
      `{"model":"${upstream}","route":"fallback",${prompt}${added}}`,
    );
  });

  it('gives the same bytes twice, so that prefixes stay cached', async () => {
    const body = `{${prompt},${odd},"model":"${model}"}`;
    await post(dialect, body);
    const first = await readSent(gateway);
    await resetSimulator(gateway, true);
    await post(dialect, body);
    expect((await readSent(gateway)).text).toBe(first.text);
  });
});

describe.each([
  [
    'chat',
    'openai',
    '"object":"chat.completion","created":7,"x_new":[1.50, "\\u00e9"],"choices":[{"index":0,"message":{"role":"assistant","content":"caf\\u00e9","x_mine":1.0},"finish_reason":"stop","logprobs":null}],"system_fingerprint":null',
    '"usage":{"prompt_tokens":10,"completion_tokens":2,"total_tokens":12}',
    (id: string) => `gen-${id}`,
  ],
  [
    'responses',
    'responses',
    '"object":"response","status":"completed","x_new":[1.50, "\\u00e9"],"output":[{"id":"msg_1","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"caf\\u00e9","annotations":[],"x_mine":1.0}]}]',
    '"usage":{"input_tokens":10,"output_tokens":2,"total_tokens":12}',
    (id: string) => `resp_${id}`,
  ],
  [
    'messages',
    'anthropic',
    '"type":"message","role":"assistant","x_new":[1.50, "\\u00e9"],"content":[{"type":"text","text":"caf\\u00e9","x_mine":1.0}],"stop_reason":"end_turn","stop_sequence":null',
    '"usage":{"input_tokens":10,"output_tokens":2}',
    (id: string) => `msg_${id}`,
  ],
] as const)(
  'a %s answer of a provider of its own dialect',
  (dialect, protocol, rest, usage, makeId) => {
    it('passes byte for byte, but for its id, its model and its usage', async () => {
      const provider = await startProvider((response) => {
        response.setHeader('content-type', 'application/json');
        response.end(`{"id":"up-1","model":"up-model",${rest},${usage}}`);
      });
      const model = `exact-${protocol}/chat`;
      await addModel(gateway, { id: model, protocol, baseUrl: provider.url });
      const answer = await gateway.call(dialectFaces[dialect].path, {
        bearer: account.key,
        body: { model, ...dialectFaces[dialect].makeBody('Hello') },
      });
      provider.stop();
      const ulid = answer.headers.get('x-generation-id')?.slice('gen-'.length) ?? '';
      const shown = `{"id":"${makeId(ulid)}","model":"${model}",${rest},"usage":`;
      expect(answer.text.slice(0, shown.length)).toBe(shown);
      const told = dialectFaces[dialect].readUsages({ json: answer.json, events: [] });
      expect(told).toMatchObject([{ input: 10, output: 2 }]);
    });
  },
);

/** Events as a provider may send them: unusual spellings and unknown events. */
const pieces = ['"caf\\u00e9"', '"\\/ "', '"1.0"', '"\\"}]"', '"日本"', '"\\ud83c\\udf0d"'];
const oddStreams = {
  chat: {
    protocol: 'openai',
    start:
      '{"id":"up-1","model":"up","object":"chat.completion.chunk","created":7,"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}',
    piece: (text: string, index: number) =>
      `{"id":"up-1","model":"up","object":"chat.completion.chunk","created":7,"x_n":${index}.50,"choices":[{"index":0,"delta":{"content":${text}},"x_mine": 1.0,"finish_reason":null}]}`,
    end: [
      '{"id":"up-1","model":"up","object":"chat.completion.chunk","created":7,"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}',
      '[DONE]',
    ],
  },
  messages: {
    protocol: 'anthropic',
    start:
      '{"type":"message_start","message":{"id":"up-1","model":"up","usage":{"input_tokens":3,"output_tokens":1},"x_n":1.50}}',
    piece: (text: string, index: number) =>
      `{"type":"content_block_delta","index":0,"x_n":${index}.50,"delta":{"type":"text_delta","text":${text}}}`,
    end: [
      '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}',
      '{"type":"message_stop"}',
    ],
  },
  responses: {
    protocol: 'responses',
    start:
      '{"type":"response.created","sequence_number":0,"response":{"id":"up-1","model":"up","x_n":1.50}}',
    piece: (text: string, index: number) =>
      `{"type":"response.output_text.delta","sequence_number":${index + 1},"x_n":${index}.50,"delta":${text}}`,
    end: [
      '{"type":"response.completed","sequence_number":7,"response":{"id":"up-1","model":"up","status":"completed","output":[],"usage":{"input_tokens":3,"output_tokens":2,"total_tokens":5}}}',
    ],
  },
} as const;

describe.each(['chat', 'messages', 'responses'] as const)(
  'a %s stream of its own dialect',
  (dialect) => {
    it('passes byte for byte until its end, but for its id and its model', async () => {
      const { end, piece, protocol, start } = oddStreams[dialect];
      const told = [start, ...pieces.map(piece)];
      const provider = await startProvider((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end([...told, ...end].map((data) => `data: ${data}\n\n`).join(''));
      });
      const model = `flow-${protocol}/chat`;
      await addModel(gateway, { id: model, protocol, baseUrl: provider.url });
      const answer = await gateway.call(dialectFaces[dialect].path, {
        bearer: account.key,
        body: { model, stream: true, ...dialectFaces[dialect].makeBody('Hello') },
      });
      provider.stop();
      const data = [...answer.text.matchAll(/^data: (.*)$/gm)].map(([, line]) => line ?? '');
      const ulid = answer.headers.get('x-generation-id')?.slice('gen-'.length) ?? '';
      const id = { chat: `gen-${ulid}`, messages: `msg_${ulid}`, responses: `resp_${ulid}` }[
        dialect
      ];
      expect(data.slice(0, told.length)).toEqual(
        told.map((line) =>
          line.replace('"id":"up-1","model":"up"', `"id":"${id}","model":"${model}"`),
        ),
      );
      expect(data).toHaveLength(told.length + end.length);
    });
  },
);

describe('fields that only the OpenAI family knows', () => {
  const only = {
    user: 'u',
    logprobs: true,
    top_logprobs: 2,
    logit_bias: { 1: 1 },
    parallel_tool_calls: false,
    service_tier: 'auto',
    store: false,
    metadata: { a: 'b' },
    prediction: { type: 'content', content: 'x' },
    prompt_cache_key: 'k',
    safety_identifier: 's',
    verbosity: 'low',
  };
  const kept = { seed: 7, frequency_penalty: 0.5, min_p: 0.1, top_k: 3, x_new: 1 };
  const ask = (model: string): Promise<Json> =>
    post('chat', { model, messages: [{ role: 'user', content: 'Hello' }], ...only, ...kept });

  it('are silently left out for others', async () => {
    await ask('simulator/chat');
    const { messages: _messages, model, ...rest } = (await readSent(gateway)).json;
    expect([model, rest]).toEqual(['chat', kept]);
  });

  it('reach a model of the family', async () => {
    await ask('mansion/gpt');
    const { messages: _messages, model, ...rest } = (await readSent(gateway)).json;
    expect([model, rest]).toEqual(['gpt', { ...only, ...kept }]);
  });

  it.each(['simulator/claude', 'simulator/gemini'])(
    'reach no other protocol (%s)',
    async (model) => {
      await ask(model);
      const { text } = await readSent(gateway);
      const names = [...Object.keys(only), 'min_p', 'x_new'];
      for (const name of names) expect(text).not.toContain(`"${name}":`);
    },
  );
});

const marker = (name: string): Fields => ({
  cache_control: { type: 'ephemeral', ttl: '1h', name },
});
const pdf = 'data:application/pdf;base64,JVBERi0xLjQ=';
const png = 'data:image/png;base64,iVBORw0KGgo=';

describe('markers of what to cache', () => {
  const schema = { type: 'object', properties: {} };
  const messages = {
    max_tokens: 99,
    system: [{ type: 'text', text: 'Be brief.', ...marker('system') }],
    tools: [{ name: 'f', input_schema: schema, ...marker('tool') }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?', ...marker('text') },
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
            ...marker('image'),
          },
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjQ=' },
            ...marker('document'),
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'That.', ...marker('answer') },
          { type: 'tool_use', id: 'c1', name: 'f', input: {}, ...marker('use') },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'x', ...marker('result') }],
      },
    ],
  };
  const chat = {
    tools: [{ type: 'function', function: { name: 'f', parameters: schema }, ...marker('tool') }],
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.', ...marker('system') }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What?', ...marker('text') },
          { type: 'image_url', image_url: { url: png }, ...marker('image') },
          { type: 'file', file: { filename: 'a.pdf', file_data: pdf }, ...marker('document') },
        ],
      },
      {
        role: 'assistant',
        content: [{ type: 'text', text: 'That.', ...marker('answer') }],
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'f', arguments: '{}' },
            ...marker('use'),
          },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'c1',
        content: [{ type: 'text', text: 'x', ...marker('result') }],
      },
    ],
  };
  const names = ['system', 'tool', 'text', 'image', 'document', 'answer', 'use', 'result'];
  const readMarkers = async (): Promise<string[]> =>
    [
      ...(await readSent(gateway)).text.matchAll(
        /"cache_control":\{"type":"ephemeral","ttl":"1h","name":"(\w+)"\}/g,
      ),
    ].map(([, name]) => name ?? '');

  it.each([
    ['messages', 'simulator/claude', messages],
    ['chat', 'simulator/chat', chat],
    ['chat', 'simulator/claude', chat],
  ] as const)(
    'reach %s over %s as they were sent, on every block',
    async (dialect, model, body) => {
      await post(dialect, { model, ...body });
      expect((await readMarkers()).sort()).toEqual([...names].sort());
    },
  );

  it('reach a Chat provider from Messages on all that Chat can mark', async () => {
    await post('messages', { model: 'simulator/chat', ...messages });
    const reached = await readMarkers();
    expect(reached.sort()).toEqual(names.filter((name) => name !== 'use').sort());
  });

  it('are not made up', async () => {
    for (const [dialect, model] of [
      ['chat', 'simulator/claude'],
      ['messages', 'simulator/claude'],
    ] as const) {
      await resetSimulator(gateway, true);
      await post(dialect, { model, ...dialectFaces[dialect].makeBody('Hello') });
      expect((await readSent(gateway)).text).not.toContain('cache_control');
    }
  });
});

const plugins = [{ id: 'web', max_results: 3 }];

describe.each(['chat', 'responses'] as const)('plugins on %s', (dialect) => {
  const ask = (model: string): Promise<Json> =>
    post(dialect, { model, ...dialectFaces[dialect].makeBody('Hello'), plugins });

  it.each(['openai', 'anthropic', 'responses'])(
    'reach a provider of the %s protocol that has them',
    async (protocol) => {
      await ask(`plugged-${protocol}/chat`);
      expect((await readSent(gateway)).json.plugins).toEqual(plugins);
    },
  );

  it.each(Object.values(native))('are left out where they are not offered (%s)', async (model) => {
    await ask(model);
    expect((await readSent(gateway)).text).not.toContain('plugins');
  });
});

describe("Anthropic's search of the web", () => {
  const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 2 }];
  const ask = (model: string): Promise<Json> =>
    post('messages', { model, ...dialectFaces.messages.makeBody('Hello'), tools });

  it('reaches its own provider as it was sent', async () => {
    await ask('simulator/claude');
    expect((await readSent(gateway)).json.tools).toEqual(tools);
  });

  it.each(['openai', 'responses'])(
    'is the plugin of a provider of the %s protocol',
    async (protocol) => {
      await ask(`plugged-${protocol}/chat`);
      const { json } = await readSent(gateway);
      expect([json.plugins, json.tools]).toEqual([[{ id: 'web' }], undefined]);
    },
  );
});
