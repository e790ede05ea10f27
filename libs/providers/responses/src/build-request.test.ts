import { AppError } from '@tollgate/errors';
import { makeNeutralRequest, makeUpstreamTarget } from '@tollgate/testing';
import type {
  NeutralMessage,
  NeutralRequest,
  UpstreamTarget,
  UserPart,
} from '@tollgate/model-spec';
import { buildRequest } from './build-request';

function build(
  request: Partial<NeutralRequest>,
  target: Partial<UpstreamTarget> = {},
): Record<string, unknown> {
  const input = { request: makeNeutralRequest(request), isStreaming: false };
  const { body } = buildRequest({ ...input, target: makeUpstreamTarget(target) });
  return JSON.parse(body) as Record<string, unknown>;
}
const inputOf = (...messages: NeutralMessage[]): unknown => build({ messages })['input'];
const user = (...parts: UserPart[]): NeutralMessage => ({ role: 'user', parts });
const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const message = (role: string, ...content: unknown[]): unknown => ({
  type: 'message',
  role,
  content,
});
const openAi = { family: 'openai' } as const;

describe('roles and system', () => {
  it('put system text at the start into the instructions, joined', () => {
    const messages: NeutralMessage[] = [
      { role: 'system', parts: [text('a'), { ...text('b'), cacheControl: { type: 'ephemeral' } }] },
      { role: 'system', parts: [text('c')] },
      user(text('d')),
    ];
    expect(build({ messages })).toMatchObject({
      instructions: 'a\n\nb\n\nc',
      input: [message('user', { type: 'input_text', text: 'd' })],
    });
  });

  it('keep developer and later system messages in their places', () => {
    const input = inputOf({ role: 'developer', parts: [text('a')] }, user(text('b')), {
      role: 'system',
      parts: [text('c')],
    });
    expect(input).toEqual([
      message('developer', { type: 'input_text', text: 'a' }),
      message('user', { type: 'input_text', text: 'b' }),
      message('system', { type: 'input_text', text: 'c' }),
    ]);
  });

  it('leave out what is empty', () => {
    expect(inputOf(user(text('')), user(text('a')))).toEqual([
      message('user', { type: 'input_text', text: 'a' }),
    ]);
  });
});

describe('content', () => {
  it.each<[UserPart, unknown]>([
    [
      { type: 'image', url: 'data:image/png;base64,AA', detail: 'low' },
      { type: 'input_image', image_url: 'data:image/png;base64,AA', detail: 'low' },
    ],
    [
      { type: 'image', url: 'https://a.example/x.png' },
      { type: 'input_image', image_url: 'https://a.example/x.png', detail: 'auto' },
    ],
    [
      { type: 'file', filename: 'a.pdf', dataUri: 'data:application/pdf;base64,AA' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' },
    ],
    [
      { type: 'audio', data: 'AA', format: 'wav' },
      { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
    ],
    [
      { type: 'text', text: 'a', cacheControl: { type: 'ephemeral' } },
      { type: 'input_text', text: 'a' },
    ],
  ])('%j is a block of its own', (part, block) => {
    expect(inputOf(user(part))).toEqual([message('user', block)]);
  });

  it('may be video only where the model takes it', () => {
    const messages = [user({ type: 'video', url: 'https://a.example/x.mp4' })];
    expect(() => build({ messages })).toThrow(AppError);
    expect(build({ messages }, { supportedParameters: ['video_input'] })['input']).toEqual([
      message('user', { type: 'input_video', video_url: 'https://a.example/x.mp4' }),
    ]);
  });

  it('of an assistant is output; its reasoning and calls are items of their own', () => {
    const input = inputOf({
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'hm', format: 'openai', signature: 'gAAA', id: 'rs_1' },
        { type: 'reasoning', text: 'no', format: 'anthropic', signature: 'sig' },
        { type: 'reasoning', text: 'no', format: 'openai' },
        text('a'),
        { type: 'refusal', text: 'No.' },
        { type: 'tool-call', id: 'c1', name: 'f', arguments: '' },
        { type: 'tool-call', id: 'c2', name: 'patch', arguments: 'x', isCustom: true },
      ],
    });
    expect(input).toEqual([
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'hm' }],
        encrypted_content: 'gAAA',
      },
      message('assistant', { type: 'output_text', text: 'a' }, { type: 'refusal', refusal: 'No.' }),
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: 'x' },
    ]);
  });
});

describe('tools', () => {
  it('are flat, strict only when set, and free text is native', () => {
    const parameters = { type: 'object', properties: {} };
    const tools = [
      { name: 'f', description: 'd', parameters, isStrict: true },
      { name: 'g', cacheControl: { type: 'ephemeral' } },
      { name: 'patch', isCustom: true },
    ];
    expect(build({ tools })['tools']).toEqual([
      { type: 'function', name: 'f', description: 'd', parameters, strict: true },
      { type: 'function', name: 'g', parameters, strict: false },
      { type: 'custom', name: 'patch' },
    ]);
  });

  it('answer as text, as blocks with images, and mark errors', () => {
    const image = { type: 'image', url: 'https://a.example/x.png' } as const;
    const block = { type: 'input_image', image_url: image.url, detail: 'auto' };
    const input = inputOf(
      { role: 'tool', callId: 'c1', parts: [text('a'), text('b')], isError: true },
      { role: 'tool', callId: 'c2', parts: [text('a'), image] },
      { role: 'tool', callId: 'c3', parts: [image], isError: true },
      { role: 'tool', callId: 'c4', parts: [text('x')], isCustom: true },
    );
    expect(input).toEqual([
      { type: 'function_call_output', call_id: 'c1', output: 'Error: a\nb' },
      {
        type: 'function_call_output',
        call_id: 'c2',
        output: [{ type: 'input_text', text: 'a' }, block],
      },
      {
        type: 'function_call_output',
        call_id: 'c3',
        output: [{ type: 'input_text', text: 'Error:' }, block],
      },
      { type: 'custom_tool_call_output', call_id: 'c4', output: 'x' },
    ]);
  });

  it('have ids that are passed unchanged, or mapped the same for call and result', () => {
    const odd = 'functions.f:0';
    const [call, result, plain] = inputOf(
      { role: 'assistant', parts: [{ type: 'tool-call', id: odd, name: 'f', arguments: '{}' }] },
      { role: 'tool', callId: odd, parts: [text('a')] },
      { role: 'tool', callId: 'toolu_1', parts: [text('a')] },
    ) as { call_id: string }[];
    expect(call?.call_id).toMatch(/^call_[0-9a-f]{40}$/);
    expect(result?.call_id).toBe(call?.call_id);
    expect(plain?.call_id).toBe('toolu_1');
  });

  const tools = [{ name: 'f' }, { name: 'patch', isCustom: true }];
  it.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ name: 'f' }, { type: 'function', name: 'f' }],
    [{ name: 'patch' }, { type: 'custom', name: 'patch' }],
  ] as const)('are chosen by %j as by %j', (toolChoice, wire) => {
    expect(build({ tools, toolChoice })['tool_choice']).toEqual(wire);
    expect(build({ toolChoice })).not.toHaveProperty('tool_choice');
  });

  it('are called one at a time by OpenAI alone', () => {
    const request = { tools, parallelToolCalls: false };
    expect(build(request, openAi)['parallel_tool_calls']).toBe(false);
    expect(build(request)).not.toHaveProperty('parallel_tool_calls');
  });
});

describe('reasoning', () => {
  it.each<[NeutralRequest['reasoning'], string]>([
    [{ effort: 'low' }, 'low'],
    [{ effort: 'xhigh' }, 'xhigh'],
    [{ budgetTokens: 500 }, 'medium'],
    [{ isAdaptive: true }, 'medium'],
  ])('%j is requested with a summary and returned sealed', (reasoning, effort) => {
    expect(build({ reasoning, outputTokensMax: 1_000 })).toMatchObject({
      reasoning: { effort, summary: 'auto' },
      include: ['reasoning.encrypted_content'],
    });
  });

  it('that is hidden has no summary', () => {
    const body = build({ reasoning: { effort: 'low', isHidden: true } });
    expect(body['reasoning']).toEqual({ effort: 'low' });
  });

  it('that is off is "none" where the model supports it, and omitted otherwise', () => {
    const reasoning = { isOff: true };
    const listed = { supportedParameters: ['reasoning_effort'] };
    expect(build({ reasoning }, listed)['reasoning']).toEqual({ effort: 'none' });
    expect(build({ reasoning })).not.toHaveProperty('reasoning');
    expect(build({})).not.toHaveProperty('include');
  });

  it('of qwen3 is on or off', () => {
    const target = { family: 'qwen', upstreamModel: 'qwen3-8b' } as const;
    expect(build({}, target)['enable_thinking']).toBe(false);
    expect(build({ reasoning: { effort: 'low' } }, target)['enable_thinking']).toBe(true);
  });
});

describe('limits and format', () => {
  it('have their names of Responses, what it lacks is left out', () => {
    const body = build({
      outputTokensMax: 5,
      temperature: 0.5,
      topP: 0.9,
      topK: 4,
      stop: ['END'],
      sampling: { seed: 5 },
    });
    expect(Object.keys(body).sort()).toEqual(
      ['input', 'max_output_tokens', 'model', 'store', 'temperature', 'top_p'].sort(),
    );
    expect(body).toMatchObject({ max_output_tokens: 16, temperature: 0.5, top_p: 0.9 });
  });

  it('send OpenAI-only fields to OpenAI', () => {
    const request = { openAiOnly: { user: 'u', verbosity: 'low', logit_bias: { 5: 1 } } };
    const body = build(request, openAi);
    expect(body).toMatchObject({ user: 'u', text: { verbosity: 'low' } });
    expect(body).not.toHaveProperty('logit_bias');
    expect(build(request)).not.toHaveProperty('user');
    expect(build(request)).not.toHaveProperty('text');
  });

  it('ask for JSON, free or by a schema', () => {
    expect(build({ outputFormat: { type: 'json_object' } })['text']).toEqual({
      format: { type: 'json_object' },
    });
    const schema = { type: 'object' };
    const format = { type: 'json_schema', name: 'x', isStrict: true, schema } as const;
    expect(build({ outputFormat: format })['text']).toEqual({
      format: { type: 'json_schema', name: 'x', strict: true, schema },
    });
  });

  it('carry plugins where the provider route has them', () => {
    const plugins = [{ id: 'web' }];
    expect(build({ plugins })).not.toHaveProperty('plugins');
    expect(build({ plugins }, { supportedParameters: ['plugins'] })).toMatchObject({ plugins });
  });
});

describe('a search of the web', () => {
  it('is a tool behind those of the caller, limited where the field exists', () => {
    const webSearch = { usesMax: 3 };
    expect(build({ webSearch })).toMatchObject({ tools: [{ type: 'web_search' }] });
    expect(build({ webSearch })).not.toHaveProperty('max_tool_calls');
    expect(build({ webSearch, tools: [{ name: 'f' }] }, openAi)).toMatchObject({
      tools: [expect.objectContaining({ name: 'f' }), { type: 'web_search' }],
      max_tool_calls: 3,
    });
  });
});
