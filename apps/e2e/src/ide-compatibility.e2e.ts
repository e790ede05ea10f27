import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import {
  callDialect,
  dialectFaces,
  dialectNames,
  type DialectAnswer,
} from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';
import { readSent } from '../test/support/sent-requests';
import { resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
type Fields = Readonly<Record<string, unknown>>;
let account: Account;

beforeAll(async () => {
  account = await openAccount(gateway);
  await addModel(gateway, { id: 'house/gpt', document: { family: 'openai' } });
});
beforeEach(() => resetSimulator(gateway, true));

function chat(body: Fields, model = 'simulator/chat', isStreaming = false): Promise<DialectAnswer> {
  const request = { bearer: account.key, model, body, isStreaming };
  return callDialect(gateway, 'chat', request);
}

const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const flat = { type: 'function', name: 'weather', description: 'tells', parameters: schema };
const nested = {
  type: 'function',
  function: { name: 'weather', description: 'tells', parameters: schema },
};

describe('a Responses-shaped body on the chat route', () => {
  const body = {
    messages: undefined,
    instructions: 'Be brief.',
    input: [
      { role: 'developer', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'What is it?' },
          { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' },
        ],
      },
      { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Rome"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'sunny' },
      { type: 'message', role: 'user', content: 'And now? [[sim:tokens=3]]' },
    ],
    tools: [flat],
    tool_choice: { type: 'auto' },
    max_output_tokens: 50,
    temperature: 0.5,
    store: true,
    previous_response_id: 'resp_1',
    truncation: 'auto',
    background: true,
    include: ['reasoning.encrypted_content'],
  };

  it('reaches a Chat provider as what it means, and nothing else', async () => {
    const answer = await chat(body);
    expect(answer.json).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { content: 'The gate opens' }, finish_reason: 'stop' }],
    });
    expect((await readSent(gateway)).json).toEqual({
      model: 'chat',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'system', content: 'Be kind.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            {
              type: 'image_url',
              image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' },
            },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: 'c1',
              type: 'function',
              function: { name: 'weather', arguments: '{"city":"Rome"}' },
            },
          ],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'sunny' },
        { role: 'user', content: 'And now? [[sim:tokens=3]]' },
      ],
      tools: [nested],
      tool_choice: 'auto',
      max_tokens: 50,
      temperature: 0.5,
    });
  });

  it.each(protocolModels)(
    'is answered in chunks over the %s protocol',
    async (_protocol, model) => {
      const answer = await chat(body, model, true);
      expect(dialectFaces.chat.readText(answer)).toBe('The gate opens');
      expect(dialectFaces.chat.readUsages(answer)).toHaveLength(1);
      expect(answer.events.at(-1)?.data).toBe('[DONE]');
      expect(answer.events[0]?.data).toMatchObject({
        object: 'chat.completion.chunk',
        choices: [{ delta: { role: 'assistant', content: '' } }],
      });
    },
  );

  it.each(protocolModels)('may ask for a schema over the %s protocol', async (_protocol, model) => {
    const text = { format: { type: 'json_schema', name: 'place', schema, strict: true } };
    const answer = await chat({ messages: undefined, input: 'Where?', text }, model);
    expect(JSON.parse(dialectFaces.chat.readText(answer))).toEqual({ city: 'Paris' });
  });

  it('may be a bare text, on the route of the editor as well', async () => {
    const answer = await gateway.call('/v1/cursor/chat/completions', {
      bearer: account.key,
      body: { model: 'simulator/chat', input: 'Hello [[sim:tokens=2]]' },
    });
    expect(answer.json.choices[0].message.content).toBe('The gate');
    expect((await readSent(gateway)).json.messages).toEqual([
      { role: 'user', content: 'Hello [[sim:tokens=2]]' },
    ]);
  });
});

describe('what editors and old clients send to the chat route', () => {
  const sent = async (body: Fields, model?: string): Promise<Json> => {
    const answer = await chat(body, model);
    expect(answer.json.error).toBeUndefined();
    return (await readSent(gateway)).json;
  };

  it('flat tools are wrapped', async () => {
    const { tools } = await sent({
      tools: [flat, nested, { ...flat, type: undefined, name: 'b' }],
    });
    expect(tools).toEqual([
      nested,
      nested,
      { ...nested, function: { ...nested.function, name: 'b' } },
    ]);
  });

  it.each([
    [{ type: 'auto' }, 'auto'],
    [{ type: 'none' }, 'none'],
    [{ type: 'required' }, 'required'],
    [{ type: 'any' }, 'required'],
    [
      { type: 'function', name: 'weather' },
      { type: 'function', function: { name: 'weather' } },
    ],
    [
      { type: 'tool', name: 'weather' },
      { type: 'function', function: { name: 'weather' } },
    ],
  ])('the choice %j means %j', async (given, meant) => {
    const { tool_choice: choice } = await sent({ tools: [nested], tool_choice: given });
    expect(choice).toEqual(meant);
  });

  it('functions, their calls and their results are tools', async () => {
    const { function: definition } = nested;
    const json = await sent({
      functions: [definition],
      function_call: { name: 'weather' },
      messages: [
        { role: 'user', content: 'The weather?' },
        { role: 'assistant', content: null, function_call: { name: 'weather', arguments: '{}' } },
        { role: 'function', name: 'weather', content: 'sunny' },
      ],
    });
    const [, call, result] = json.messages;
    expect(json).toMatchObject({
      tools: [nested],
      tool_choice: { type: 'function', function: { name: 'weather' } },
    });
    expect(Object.keys(json)).not.toContain('functions');
    expect(Object.keys(json)).not.toContain('function_call');
    expect(call.tool_calls).toEqual([
      { id: expect.any(String), type: 'function', function: { name: 'weather', arguments: '{}' } },
    ]);
    expect(result).toMatchObject({
      role: 'tool',
      tool_call_id: call.tool_calls[0].id,
      content: 'sunny',
    });
  });

  it('a developer is the system to all but the OpenAI family', async () => {
    const messages = [
      { role: 'developer', content: 'Be kind.' },
      { role: 'user', content: 'Hello' },
    ];
    expect((await sent({ messages })).messages[0].role).toBe('system');
    await resetSimulator(gateway, true);
    expect((await sent({ messages }, 'house/gpt')).messages[0].role).toBe('developer');
    await resetSimulator(gateway, true);
    const claude = await sent({ messages }, 'simulator/claude');
    expect(claude.system).toEqual([{ type: 'text', text: 'Be kind.' }]);
  });

  it('a model by the name that the client gave it', async () => {
    for (const name of ['tollgate/simulator/chat', 'tollgate-simulator/chat', ' Simulator/Chat ']) {
      const answer = await chat({}, name);
      expect(answer.json.model).toBe('simulator/chat');
    }
  });
});

describe('every route under the legacy prefix', () => {
  it.each(dialectNames)('%s, plain and streaming', async (dialect) => {
    for (const isStreaming of [false, true]) {
      const answer = await callDialect(gateway, dialect, {
        bearer: account.key,
        model: 'simulator/chat',
        content: '[[sim:tokens=2]]',
        prefix: '/api',
        isStreaming,
      });
      expect(dialectFaces[dialect].readText(answer)).toBe('The gate');
    }
  });

  it.each([
    ['/api/v1/cursor/chat/completions', { messages: [{ role: 'user', content: 'Hello' }] }],
    ['/api/v1/messages/count_tokens', { messages: [{ role: 'user', content: 'Hello' }] }],
    ['/api/v1/embeddings', { model: 'simulator/embed', input: 'Hello' }],
  ])('%s', async (path, body) => {
    const answer = await gateway.call(path, {
      bearer: account.key,
      body: { model: 'simulator/chat', ...body },
    });
    expect(answer.status).toBe(200);
  });
});

/** What a coding agent sends with every turn. */
const agentTools = [
  { type: 'function', name: 'shell', parameters: schema, strict: false },
  {
    type: 'custom',
    name: 'apply_patch',
    description: 'edits files',
    format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
  },
  { type: 'local_shell' },
  { type: 'web_search', external_web_access: true },
  {
    type: 'namespace',
    name: 'mcp__files',
    description: 'of a server',
    tools: [{ type: 'function', name: 'read', parameters: schema }],
  },
];

const ask = [{ role: 'user', content: 'Fix it [[sim:tool_calls=3]]' }];

function respond(
  model: string,
  input: unknown,
  { isStreaming = false, ...more }: Fields & { readonly isStreaming?: boolean } = {},
): Promise<DialectAnswer> {
  const body = { input, tools: agentTools, store: false, ...more };
  return callDialect(gateway, 'responses', { bearer: account.key, model, isStreaming, body });
}

describe.each(protocolModels)("a coding agent's mixed tools over the %s protocol", (...way) => {
  const [protocol, model] = way;
  const isNative = protocol === 'responses';

  it('are accepted: unsupported ones are left out and listed in a header', async () => {
    const answer = await respond(model, ask);
    expect(answer.status).toBe(200);
    const sent = await readSent(gateway);
    if (isNative) {
      expect(sent.json.tools).toEqual(agentTools);
      expect(answer.headers.get('x-tollgate-dropped-tools')).toBeNull();
      return;
    }
    expect(answer.headers.get('x-tollgate-dropped-tools')).toBe('local_shell, web_search');
    for (const name of ['shell', 'apply_patch', 'mcp__files__read']) {
      expect(sent.text).toContain(`"name":"${name}"`);
    }
    for (const name of ['local_shell', 'web_search', 'external_web_access']) {
      expect(sent.text).not.toContain(name);
    }
  });

  it('come back with their results and go on', async () => {
    const first = await respond(model, ask);
    const { output } = first.json;
    const results = output
      .filter(({ type }: Json) => type.endsWith('_call'))
      .map(({ call_id, type }: Json) => ({
        type: `${type}_output`,
        call_id,
        output: `of ${type}`,
      }));
    await resetSimulator(gateway, true);
    const second = await respond(model, [...ask, ...output, ...results]);
    expect(second.json.error).toBeNull();
    expect(dialectFaces.responses.readText(second)).toMatch(/^The gate opens/);
    const { text } = await readSent(gateway);
    expect(text.match(/of (?:function|custom_tool)_call/g)).toHaveLength(3);
    if (!isNative) expect(text).toContain('mcp__files__read');
  });

  it('may not be forced where they were left out', async () => {
    const { json, status } = await respond(model, ask, {
      tool_choice: { type: 'local_shell' },
    });
    if (isNative) expect(status).toBe(200);
    else expect([status, json.error.code]).toEqual([400, 'unsupported_param']);
  });
});

/** A provider that speaks the agent's own dialect knows these forms itself. */
const translated = protocolModels.filter(([protocol]) => protocol !== 'responses');

describe.each(translated)("calls of a coding agent's tools over the %s protocol", (...way) => {
  const [, model] = way;

  it.each([false, true])(
    'have the names and the forms that the agent gave them (streaming %s)',
    async (isStreaming) => {
      const answer = await respond(model, ask, { isStreaming });
      const response = isStreaming ? answer.events.at(-1)?.data.response : answer.json;
      const calls = response.output.filter(({ type }: Json) => type.endsWith('_call'));
      const common = { id: expect.any(String), call_id: expect.any(String), status: 'completed' };
      expect(calls).toEqual([
        { ...common, type: 'function_call', name: 'shell', arguments: '{"city":"Paris"}' },
        { ...common, type: 'custom_tool_call', name: 'apply_patch', input: 'Paris' },
        {
          ...common,
          type: 'function_call',
          name: 'read',
          namespace: 'mcp__files',
          arguments: '{"city":"Paris"}',
        },
      ]);
      if (!isStreaming) return;
      const types = answer.events.map(({ name }) => name);
      expect(types).toContain('response.custom_tool_call_input.delta');
      expect(types).toContain('response.custom_tool_call_input.done');
    },
  );
});
