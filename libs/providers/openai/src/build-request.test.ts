import { makeNeutralRequest, makeUpstreamTarget } from '@tollgate/testing';
import type {
  NeutralMessage,
  NeutralRequest,
  UpstreamTarget,
  UserPart,
} from '@tollgate/model-spec';
import { buildRequest, writeChatFields } from './build-request';

function build(
  request: Partial<NeutralRequest>,
  target: Partial<UpstreamTarget> = {},
): Record<string, unknown> {
  const input = { request: makeNeutralRequest(request), isStreaming: false };
  const { body } = buildRequest({ ...input, target: makeUpstreamTarget(target) });
  return JSON.parse(body) as Record<string, unknown>;
}
const messagesOf = (
  messages: readonly NeutralMessage[],
  target: Partial<UpstreamTarget> = {},
): unknown => build({ messages }, target)['messages'];
const user = (...parts: UserPart[]): NeutralMessage => ({ role: 'user', parts });
const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const marker = { type: 'ephemeral' };
const openAi = { family: 'openai' } as const;

describe('roles and system', () => {
  it('send one system text as a string', () => {
    expect(messagesOf([{ role: 'system', parts: [text('a')] }])).toEqual([
      { role: 'system', content: 'a' },
    ]);
  });

  it('send several system blocks as parts with their cache markers', () => {
    const parts = [text('a'), { ...text('b'), cacheControl: marker }];
    expect(messagesOf([{ role: 'system', parts }])).toEqual([
      {
        role: 'system',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', cache_control: marker },
        ],
      },
    ]);
  });

  it('send developer to OpenAI and system to others', () => {
    const messages: NeutralMessage[] = [{ role: 'developer', parts: [text('a')] }];
    expect(messagesOf(messages, openAi)).toEqual([{ role: 'developer', content: 'a' }]);
    expect(messagesOf(messages)).toEqual([{ role: 'system', content: 'a' }]);
  });

  it('keep a later system message in its place, and names', () => {
    const messages: NeutralMessage[] = [
      { ...user(text('a')), name: 'ann' },
      { role: 'system', parts: [text('b')] },
      user(text('c')),
    ];
    expect(messagesOf(messages)).toEqual([
      { role: 'user', content: 'a', name: 'ann' },
      { role: 'system', content: 'b' },
      { role: 'user', content: 'c' },
    ]);
  });

  it('drop empty text, and a message left empty unless it is the last', () => {
    expect(messagesOf([user(text('')), user(text(''), text('a'))])).toEqual([
      { role: 'user', content: 'a' },
    ]);
    expect(messagesOf([user(text('a')), { role: 'assistant', parts: [text('')] }])).toEqual([
      { role: 'user', content: 'a' },
      { role: 'assistant', content: '' },
    ]);
  });
});

describe('content', () => {
  it.each<[UserPart, unknown]>([
    [
      { type: 'image', url: 'data:image/png;base64,AA', detail: 'low', cacheControl: marker },
      {
        type: 'image_url',
        image_url: { url: 'data:image/png;base64,AA', detail: 'low' },
        cache_control: marker,
      },
    ],
    [
      { type: 'image', url: 'https://a.example/x.png' },
      { type: 'image_url', image_url: { url: 'https://a.example/x.png' } },
    ],
    [
      { type: 'file', filename: 'a.pdf', dataUri: 'data:application/pdf;base64,AA' },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' } },
    ],
    [
      { type: 'audio', data: 'AA', format: 'wav' },
      { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
    ],
    [
      { type: 'video', url: 'https://a.example/x.mp4' },
      { type: 'video_url', video_url: { url: 'https://a.example/x.mp4' } },
    ],
    [
      { type: 'text', text: 'a', cacheControl: marker },
      { type: 'text', text: 'a', cache_control: marker },
    ],
  ])('%j is a part of its own', (part, wire) => {
    expect(messagesOf([user(part)])).toEqual([{ role: 'user', content: [wire] }]);
  });
});

describe('tools', () => {
  it('are functions with schema, strictness and marker', () => {
    const parameters = { type: 'object', properties: { a: { type: 'string' } } };
    const tool = { name: 'f', description: 'd', parameters, isStrict: true, cacheControl: marker };
    expect(build({ tools: [tool, { name: 'g' }] })['tools']).toEqual([
      {
        type: 'function',
        function: { name: 'f', description: 'd', parameters, strict: true },
        cache_control: marker,
      },
      { type: 'function', function: { name: 'g', parameters: { type: 'object', properties: {} } } },
    ]);
  });

  it('of free text take it as their one argument', () => {
    expect(build({ tools: [{ name: 'patch', isCustom: true }] })['tools']).toEqual([
      {
        type: 'function',
        function: {
          name: 'patch',
          parameters: {
            type: 'object',
            properties: { input: { type: 'string' } },
            required: ['input'],
          },
        },
      },
    ]);
  });

  it('were called with text arguments, free text wrapped, nothing as an empty object', () => {
    const messages: NeutralMessage[] = [
      {
        role: 'assistant',
        parts: [
          text('so'),
          { type: 'tool-call', id: 'odd id:1', name: 'f', arguments: '{"a":1}' },
          { type: 'tool-call', id: 'c2', name: 'g', arguments: '' },
          { type: 'tool-call', id: 'c3', name: 'patch', arguments: 'x\n"y"', isCustom: true },
        ],
      },
    ];
    const call = (id: string, name: string, given: string): unknown => ({
      id,
      type: 'function',
      function: { name, arguments: given },
    });
    expect(messagesOf(messages)).toEqual([
      {
        role: 'assistant',
        content: 'so',
        tool_calls: [
          call('odd id:1', 'f', '{"a":1}'),
          call('c2', 'g', '{}'),
          call('c3', 'patch', '{"input":"x\\n\\"y\\""}'),
        ],
      },
    ]);
  });

  it('answer with text, and images follow the last result of the turn', () => {
    const image = { type: 'image', url: 'https://a.example/x.png' } as const;
    const messages: NeutralMessage[] = [
      { role: 'tool', callId: 'c1', parts: [text('a'), image, text('b')] },
      { role: 'tool', callId: 'c2', parts: [text('c')], isError: true, cacheControl: marker },
      user(text('go on')),
    ];
    expect(messagesOf(messages)).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: 'a\nb' },
      {
        role: 'tool',
        tool_call_id: 'c2',
        content: [{ type: 'text', text: 'Error: c', cache_control: marker }],
      },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: image.url } }] },
      { role: 'user', content: 'go on' },
    ]);
    expect(messagesOf(messages.slice(0, 1))).toHaveLength(2);
  });

  const tools = [{ name: 'f' }];
  it.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ name: 'f' }, { type: 'function', function: { name: 'f' } }],
  ] as const)('are chosen by %j as by %j', (toolChoice, wire) => {
    expect(build({ tools, toolChoice })['tool_choice']).toEqual(wire);
    expect(build({ toolChoice })).not.toHaveProperty('tool_choice');
  });

  it('are called one at a time by OpenAI alone', () => {
    const request = { tools, parallelToolCalls: false };
    expect(build(request, openAi)['parallel_tool_calls']).toBe(false);
    expect(build(request)).not.toHaveProperty('parallel_tool_calls');
  });

  it('are written the same for other builders of a Chat body', () => {
    const request = makeNeutralRequest({ tools, toolChoice: 'required' });
    const { messages, tool_choice: choice, tools: wire } = build({ tools, toolChoice: 'required' });
    expect(writeChatFields(request, 'other')).toEqual({
      messages,
      tool_choice: choice,
      tools: wire,
    });
  });
});

describe('reasoning', () => {
  const listed = { supportedParameters: ['reasoning_effort'] };
  it.each<[NeutralRequest['reasoning'], Partial<UpstreamTarget>, unknown]>([
    [{}, {}, undefined],
    [{ effort: 'low' }, {}, 'low'],
    [{ effort: 'xhigh' }, {}, 'xhigh'],
    [{ isOff: true }, listed, 'none'],
    [{ isOff: true }, {}, undefined],
    [{ budgetTokens: 500 }, {}, 'medium'],
    [{ budgetTokens: 800 }, {}, 'high'],
    [{ isAdaptive: true }, {}, 'medium'],
    [{ isAdaptive: true, effort: 'high' }, {}, 'high'],
  ])('%j is the effort of its row', (reasoning, target, effort) => {
    expect(build({ reasoning, outputTokensMax: 1_000 }, target)['reasoning_effort']).toBe(effort);
  });

  it.each([
    [{}, false],
    [{ isOff: true }, false],
    [{ effort: 'low' }, true],
  ] as const)('%j makes qwen3 think: %s', (reasoning, isOn) => {
    const body = build({ reasoning }, { family: 'qwen', upstreamModel: 'qwen3-8b' });
    expect(body['enable_thinking']).toBe(isOn);
    expect(body).not.toHaveProperty('reasoning_effort');
  });

  const thoughts: NeutralMessage[] = [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm', format: 'unknown', signature: 'tollgate1.bQ' },
        { type: 'reasoning', text: 'so', format: 'anthropic', signature: 'sig' },
        { type: 'reasoning', text: '', format: 'anthropic', signature: 'x', isRedacted: true },
        text('a'),
      ],
    },
  ];
  it('of earlier turns is nothing to OpenAI', () => {
    expect(messagesOf(thoughts, openAi)).toEqual([{ role: 'assistant', content: 'a' }]);
  });

  it('of earlier turns is kept for others, without signatures of our own or hidden content', () => {
    expect(messagesOf(thoughts)).toEqual([
      {
        role: 'assistant',
        content: 'a',
        reasoning: 'hmso',
        reasoning_details: [
          { type: 'reasoning.text', text: 'hm', format: 'unknown', index: 0 },
          {
            type: 'reasoning.text',
            text: 'so',
            signature: 'sig',
            format: 'anthropic-claude-v1',
            index: 1,
          },
        ],
      },
    ]);
  });

  it('of earlier turns reaches Anthropic only when it signed it', () => {
    const format = 'anthropic-claude-v1';
    expect(messagesOf(thoughts, { family: 'anthropic' })).toEqual([
      {
        role: 'assistant',
        content: 'a',
        reasoning: 'so',
        reasoning_details: [
          { type: 'reasoning.text', text: 'so', signature: 'sig', format, index: 0 },
          { type: 'reasoning.encrypted', data: 'x', format, index: 1 },
        ],
      },
    ]);
  });

  it('of Google comes back on the call that it signed', () => {
    const call = { id: 'c1', name: 'f', arguments: '{}', thoughtSignature: 'sig' };
    const messages: NeutralMessage[] = [
      { role: 'assistant', parts: [{ type: 'tool-call', ...call }] },
    ];
    expect(messagesOf(messages, { family: 'google' })).toMatchObject([
      {
        tool_calls: [{ id: 'c1', extra_content: { google: { thought_signature: 'sig' } } }],
        reasoning_details: [{ type: 'reasoning.encrypted', data: 'sig', id: 'c1' }],
      },
    ]);
  });
});

describe('sampling and limits', () => {
  it('have their names of Chat', () => {
    const request = {
      outputTokensMax: 7,
      temperature: 0.5,
      topP: 0.9,
      topK: 4,
      stop: ['END'],
      sampling: { seed: 5, presence_penalty: 1 },
    };
    const wire = { temperature: 0.5, top_p: 0.9, top_k: 4, stop: ['END'], seed: 5 };
    expect(build(request)).toMatchObject({ ...wire, max_tokens: 7, presence_penalty: 1 });
    expect(build(request, openAi)).toMatchObject({ ...wire, max_completion_tokens: 7 });
  });

  it('are joined by OpenAI-only fields for that family alone', () => {
    const request = { openAiOnly: { user: 'u', service_tier: 'flex' } };
    expect(build(request, openAi)).toMatchObject({ user: 'u', service_tier: 'flex' });
    expect(build(request)).toEqual({ model: 'upstream-model', messages: expect.anything() });
  });

  it('include plugins where the provider route has them', () => {
    const plugins = [{ id: 'web' }];
    expect(build({ plugins })).not.toHaveProperty('plugins');
    expect(build({ plugins }, { supportedParameters: ['plugins'] })).toMatchObject({ plugins });
  });

  it('ask for JSON, free or by a schema', () => {
    expect(build({ outputFormat: { type: 'json_object' } })['response_format']).toEqual({
      type: 'json_object',
    });
    const schema = { type: 'object' };
    const format = { type: 'json_schema', name: 'x', isStrict: true, schema } as const;
    expect(build({ outputFormat: format })['response_format']).toEqual({
      type: 'json_schema',
      json_schema: { name: 'x', strict: true, schema },
    });
  });
});

describe('other content of an assistant', () => {
  it('keeps a refusal, in the field of OpenAI or as text', () => {
    const messages: NeutralMessage[] = [
      { role: 'assistant', parts: [{ type: 'refusal', text: 'No.' }] },
    ];
    expect(messagesOf(messages, openAi)).toEqual([
      { role: 'assistant', content: null, refusal: 'No.' },
    ]);
    expect(messagesOf(messages)).toEqual([{ role: 'assistant', content: 'No.' }]);
  });

  it('keeps images for providers that accept them back', () => {
    const messages: NeutralMessage[] = [
      { role: 'assistant', parts: [text('a'), { type: 'image', url: 'https://a.example/x.png' }] },
    ];
    const images = [{ type: 'image_url', image_url: { url: 'https://a.example/x.png' } }];
    expect(messagesOf(messages)).toEqual([{ role: 'assistant', content: 'a', images }]);
    expect(messagesOf(messages, openAi)).toEqual([{ role: 'assistant', content: 'a' }]);
  });
});

describe('a search of the web', () => {
  it.each([
    [undefined, {}],
    [true, undefined],
  ])('is asked for, unless the provider always searches (%s)', (searchesAlways, options) => {
    const request = makeNeutralRequest({ webSearch: { usesMax: 3 } });
    const target = makeUpstreamTarget({ searchesAlways });
    const { body } = buildRequest({ request, target, isStreaming: false });
    expect((JSON.parse(body) as Record<string, unknown>)['web_search_options']).toEqual(options);
  });
});
