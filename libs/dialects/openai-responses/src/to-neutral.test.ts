import type { NeutralMessage, NeutralRequest } from '@tollgate/model-spec';
import { toNeutral } from './to-neutral';

const read = (changes: Record<string, unknown>): NeutralRequest =>
  toNeutral({ model: 'm', input: 'Hello', ...changes });
const messagesOf = (...input: unknown[]): readonly NeutralMessage[] => read({ input }).messages;
const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value });
const userParts = (...content: unknown[]): unknown =>
  messagesOf({ role: 'user', content })[0]?.parts;

describe('items', () => {
  it('have the instructions before them, and keep the places of system and developer', () => {
    const { messages } = read({
      instructions: 'a',
      input: [
        { role: 'developer', content: 'b' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'c' }] },
        { role: 'system', content: [{ type: 'input_text', text: 'd' }] },
      ],
    });
    expect(messages).toEqual([
      { role: 'system', parts: [text('a')] },
      { role: 'developer', parts: [text('b')] },
      { role: 'user', parts: [text('c')] },
      { role: 'system', parts: [text('d')] },
    ]);
  });

  it.each([
    [
      { type: 'input_image', image_url: 'https://a.test/x.png', detail: 'low' },
      { type: 'image', url: 'https://a.test/x.png', detail: 'low' },
    ],
    [
      { type: 'input_image', image_url: { url: 'https://a.test/x.png' } },
      { type: 'image', url: 'https://a.test/x.png' },
    ],
    [
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' },
      { type: 'file', filename: 'a.pdf', dataUri: 'data:application/pdf;base64,AA' },
    ],
    [
      { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
      { type: 'audio', data: 'AA', format: 'wav' },
    ],
    [
      { type: 'input_video', video_url: 'https://a.test/x.mp4' },
      { type: 'video', url: 'https://a.test/x.mp4' },
    ],
  ])('hold %j', (block, part) => {
    expect(userParts(block)).toEqual([part]);
  });

  it('of one turn of the assistant are one message', () => {
    const messages = messagesOf(
      { type: 'reasoning', id: 'rs_1', summary: [{ text: 'hm' }], encrypted_content: 'gAAA' },
      {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'a' },
          { type: 'refusal', refusal: 'No.' },
        ],
      },
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: 'x' },
      { type: 'function_call_output', call_id: 'c1', output: 'ok' },
      {
        type: 'custom_tool_call_output',
        call_id: 'c2',
        output: [
          { type: 'input_text', text: 'done' },
          { type: 'input_image', image_url: 'https://a.test/x.png' },
        ],
      },
    );
    expect(messages).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'hm', format: 'openai', signature: 'gAAA', id: 'rs_1' },
          text('a'),
          { type: 'refusal', text: 'No.' },
          { type: 'tool-call', id: 'c1', name: 'f', arguments: '{}' },
          { type: 'tool-call', id: 'c2', name: 'patch', arguments: 'x', isCustom: true },
        ],
      },
      { role: 'tool', callId: 'c1', parts: [text('ok')] },
      {
        role: 'tool',
        callId: 'c2',
        parts: [text('done'), { type: 'image', url: 'https://a.test/x.png' }],
        isCustom: true,
      },
    ]);
  });

  it('of reasoning are recognized by their provider', () => {
    const thought = (content: string | null, summary: string): unknown => ({
      type: 'reasoning',
      id: 'rs_1',
      summary: summary === '' ? [] : [{ type: 'summary_text', text: summary }],
      encrypted_content: content,
    });
    const [message] = messagesOf(
      thought('tollgate1.anthropic:sig', 'a'),
      thought('tollgate1.anthropic-hidden:x', ''),
      thought(null, 'b'),
      thought(null, ''),
      thought('tollgate1.google:g', ''),
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
    );
    expect(message?.parts).toEqual([
      { type: 'reasoning', text: 'a', format: 'anthropic', signature: 'sig' },
      { type: 'reasoning', text: '', format: 'anthropic', signature: 'x', isRedacted: true },
      { type: 'reasoning', text: 'b', format: 'unknown' },
      { type: 'tool-call', id: 'c1', name: 'f', arguments: '{}', thoughtSignature: 'g' },
    ]);
  });

  it('of hosted tools are left out', () => {
    expect(
      messagesOf({ type: 'web_search_call', id: 'ws_1' }, { role: 'user', content: 'a' }),
    ).toEqual([{ role: 'user', parts: [text('a')] }]);
  });
});

describe('tools', () => {
  const parameters = { type: 'object' };
  const fn = { type: 'function', name: 'f', description: 'd', parameters, strict: true };

  it('are read flat and nested, free text with its grammar', () => {
    const nested = { type: 'function', function: { name: 'g', parameters } };
    const custom = {
      type: 'custom',
      name: 'patch',
      description: 'Patches.',
      format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
    };
    expect(read({ tools: [fn, nested, custom] }).tools).toEqual([
      { name: 'f', description: 'd', parameters, isStrict: true },
      { name: 'g', parameters },
      {
        name: 'patch',
        description: 'Patches.\n\nThe input must follow this grammar (lark):\nstart: "x"',
        isCustom: true,
      },
    ]);
  });

  it('of namespaces are flattened, also where they were called', () => {
    const request = read({
      tools: [{ type: 'namespace', name: 'ns', tools: [fn] }],
      tool_choice: { type: 'function', name: 'f', namespace: 'ns' },
      input: [{ type: 'function_call', call_id: 'c', name: 'f', namespace: 'ns', arguments: '{}' }],
    });
    expect(request.tools).toMatchObject([{ name: 'ns__f' }]);
    expect(request.toolChoice).toEqual({ name: 'ns__f' });
    expect(request.messages).toMatchObject([{ parts: [{ name: 'ns__f' }] }]);
  });

  it('that are hosted are dropped and reported', () => {
    const types = ['web_search', 'tool_search', 'local_shell', 'image_generation', 'mcp'];
    const request = read({ tools: [...types.map((type) => ({ type })), fn] });
    expect(request.tools).toHaveLength(1);
    expect(request.droppedTools).toEqual(types);
  });

  it.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ type: 'auto' }, 'auto'],
    [{ type: 'function', name: 'f' }, { name: 'f' }],
    [{ type: 'function', function: { name: 'f' } }, { name: 'f' }],
    [null, undefined],
  ])('are chosen by %j as by %j', (choice, neutral) => {
    expect(read({ tools: [fn], tool_choice: choice }).toolChoice).toEqual(neutral);
  });

  it('that are allowed are all there are', () => {
    const request = read({
      tools: [fn, { type: 'function', name: 'g' }],
      tool_choice: {
        type: 'allowed_tools',
        mode: 'required',
        tools: [{ type: 'function', name: 'g' }],
      },
    });
    expect(request.tools).toEqual([{ name: 'g' }]);
    expect(request.toolChoice).toBe('required');
  });
});

describe('everything else', () => {
  it('has its neutral name', () => {
    const request = read({
      max_output_tokens: 5,
      temperature: 0.5,
      top_p: 0.9,
      parallel_tool_calls: false,
      plugins: [{ id: 'web' }],
      user: 'u',
      metadata: { a: 'b' },
      service_tier: 'flex',
      prompt_cache_key: 'k',
      top_logprobs: 2,
      text: { verbosity: 'low' },
      include: ['reasoning.encrypted_content'],
      truncation: 'auto',
    });
    expect(request).toMatchObject({
      outputTokensMax: 5,
      temperature: 0.5,
      topP: 0.9,
      parallelToolCalls: false,
      plugins: [{ id: 'web' }],
    });
    expect(request.openAiOnly).toEqual({
      user: 'u',
      metadata: { a: 'b' },
      service_tier: 'flex',
      prompt_cache_key: 'k',
      top_logprobs: 2,
      logprobs: true,
      verbosity: 'low',
    });
  });

  it.each([
    [undefined, {}],
    [{ effort: 'none' }, { isOff: true }],
    [{ effort: 'minimal' }, { effort: 'minimal' }],
    [{ effort: 'high', summary: 'auto' }, { effort: 'high' }],
    [
      { max_tokens: 2_000, exclude: true },
      { budgetTokens: 2_000, isHidden: true },
    ],
  ])('of reasoning %j is %j', (reasoning, wish) => {
    expect(read({ reasoning }).reasoning).toEqual(wish);
  });

  it('of the format comes from text.format before response_format', () => {
    const schema = { type: 'object' };
    const chat = { type: 'json_schema', json_schema: { name: 'x', strict: true, schema } };
    expect(read({ response_format: chat }).outputFormat).toEqual({
      type: 'json_schema',
      name: 'x',
      isStrict: true,
      schema,
    });
    const own = { format: { type: 'json_object' } };
    expect(read({ response_format: chat, text: own }).outputFormat).toEqual({
      type: 'json_object',
    });
    expect(read({ text: { format: { type: 'text' } } }).outputFormat).toBeUndefined();
  });
});
