import { AppError } from '@tollgate/errors';
import type { NeutralMessage, NeutralRequest } from '@tollgate/model-spec';
import { parseRequest } from './parse-request';

type Fields = Record<string, unknown>;

const read = (changes: Fields): NeutralRequest => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...changes };
  return parseRequest(JSON.stringify(body), body).toNeutral();
};
const readAll = (...messages: Fields[]): readonly NeutralMessage[] => read({ messages }).messages;
const readOne = (message: Fields): NeutralMessage | undefined => readAll(message)[0];
const codeOf = (changes: Fields): unknown => {
  try {
    read(changes);
  } catch (error) {
    return AppError.from(error).entry.code;
  }
  return 'accepted';
};
const marker = { type: 'ephemeral', ttl: '1h' };
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };

describe('roles of a chat request', () => {
  it.each(['system', 'developer'] as const)('%s stays where it is', (role) => {
    const messages = readAll({ role: 'user', content: 'a' }, { role, content: 'b', name: 'n' });
    expect(messages[1]).toEqual({ role, parts: [{ type: 'text', text: 'b' }], name: 'n' });
  });

  it('a trailing assistant message is the beginning of the answer', () => {
    const messages = readAll({ role: 'user', content: 'a' }, { role: 'assistant', content: '{' });
    expect(messages[1]).toEqual({ role: 'assistant', parts: [{ type: 'text', text: '{' }] });
  });

  it('a result belongs to its call, text or parts', () => {
    const messages = readAll(
      { role: 'assistant', content: null, tool_calls: [call, { ...call, id: 'c2' }] },
      { role: 'tool', tool_call_id: 'c1', content: 'one', cache_control: marker },
      { role: 'tool', tool_call_id: 'c2', name: 'f', content: [{ type: 'text', text: 'two' }] },
    );
    expect(messages.slice(1)).toEqual([
      {
        role: 'tool',
        callId: 'c1',
        parts: [{ type: 'text', text: 'one' }],
        cacheControl: marker,
      },
      { role: 'tool', callId: 'c2', name: 'f', parts: [{ type: 'text', text: 'two' }] },
    ]);
  });
});

describe('content of a chat request', () => {
  it.each([
    [
      { type: 'text', text: 'a', cache_control: marker },
      { type: 'text', text: 'a', cacheControl: marker },
    ],
    [
      { type: 'image_url', image_url: { url: 'https://a.test/1.png', detail: 'low' } },
      { type: 'image', url: 'https://a.test/1.png', detail: 'low' },
    ],
    [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' }, cache_control: marker },
      { type: 'image', url: 'data:image/png;base64,AA', cacheControl: marker },
    ],
    [
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA' } },
      { type: 'file', filename: 'a.pdf', dataUri: 'data:application/pdf;base64,AA' },
    ],
    [
      { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } },
      { type: 'audio', data: 'AA', format: 'wav' },
    ],
    [
      { type: 'video_url', video_url: { url: 'https://a.test/1.mp4' } },
      { type: 'video', url: 'https://a.test/1.mp4' },
    ],
  ])('%j is read as %j', (part, expected) => {
    expect(readOne({ role: 'user', content: [part] })).toEqual({ role: 'user', parts: [expected] });
  });

  it.each([
    [{ role: 'user', content: [{ type: 'hologram' }] }],
    [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }],
    [{ role: 'system', content: [{ type: 'video_url', video_url: { url: 'https://a.test' } }] }],
  ])('%j cannot be said in other words', (message) => {
    expect(codeOf({ messages: [message] })).toBe('unsupported_param');
  });

  it('a marker on a message is one on its last part', () => {
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    expect(readOne({ role: 'user', content: parts, cache_control: marker })?.parts).toEqual([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b', cacheControl: marker },
    ]);
  });

  it('adds audio beside the messages to the last user message', () => {
    const { messages } = read({
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'so' },
      ],
      input_audio: { data: 'AA', format: 'mp3' },
    });
    expect(messages[0]?.parts).toEqual([
      { type: 'text', text: 'hi' },
      { type: 'audio', data: 'AA', format: 'mp3' },
    ]);
  });

  it('refusals and images of the assistant come back', () => {
    const message = {
      role: 'assistant',
      content: 'a',
      refusal: 'no',
      images: [{ type: 'image_url', image_url: { url: 'https://a.test/1.png' }, index: 0 }],
    };
    expect(readOne(message)?.parts).toEqual([
      { type: 'text', text: 'a' },
      { type: 'refusal', text: 'no' },
      { type: 'image', url: 'https://a.test/1.png' },
    ]);
  });
});

describe('calls in a chat request', () => {
  it('come after the text, with an empty text left out', () => {
    expect(readOne({ role: 'assistant', content: '', tool_calls: [call] })?.parts).toEqual([
      { type: 'tool-call', id: 'c1', name: 'f', arguments: '{"a":1}' },
    ]);
  });

  it('get arguments and ids that are missing', () => {
    const calls = [{ type: 'function', function: { name: 'f', arguments: '' } }];
    expect(readOne({ role: 'assistant', tool_calls: calls })?.parts).toEqual([
      { type: 'tool-call', id: 'call_0_0', name: 'f', arguments: '{}' },
    ]);
  });

  it('may be of a custom tool', () => {
    const calls = [{ id: 'c1', type: 'custom', custom: { name: 'f', input: 'a b' } }];
    expect(readOne({ role: 'assistant', tool_calls: calls })?.parts).toEqual([
      { type: 'tool-call', id: 'c1', name: 'f', arguments: 'a b', isCustom: true },
    ]);
  });

  it.each([
    [
      {
        reasoning_details: [
          { type: 'reasoning.encrypted', data: 's', id: 'c1', format: 'google-gemini-v1' },
        ],
      },
      {},
    ],
    [{}, { extra_content: { google: { thought_signature: 's' } } }],
  ])('carry the signature of the thought that made them: %j %j', (ofMessage, ofCall) => {
    const message = { role: 'assistant', tool_calls: [{ ...call, ...ofCall }], ...ofMessage };
    expect(readOne(message)?.parts).toEqual([
      { type: 'tool-call', id: 'c1', name: 'f', arguments: '{"a":1}', thoughtSignature: 's' },
    ]);
  });
});

describe('earlier reasoning in a chat request', () => {
  const detail = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0 };
  const signed = { type: 'reasoning', text: 'Hm', format: 'anthropic', signature: 'sig' };

  it.each([
    ['whole', [{ ...detail, text: 'Hm', signature: 'sig' }]],
    [
      'in the pieces of a stream',
      [
        { ...detail, text: 'H' },
        { ...detail, text: 'm' },
        { ...detail, text: '', signature: 'sig' },
      ],
    ],
  ])('keep their signature, %s', (_name, details) => {
    const message = {
      role: 'assistant',
      content: 'a',
      reasoning: 'Hm',
      reasoning_details: details,
    };
    expect(readOne(message)?.parts).toEqual([signed, { type: 'text', text: 'a' }]);
  });

  it('are one call whose id came with its last piece', () => {
    const format = 'openai-responses-v1';
    const details = [
      { type: 'reasoning.summary', summary: 'H', format, index: 0 },
      { type: 'reasoning.summary', summary: 'm', format, index: 0 },
      { type: 'reasoning.encrypted', data: 'seal', id: 'rs_1', format, index: 0 },
    ];
    expect(readOne({ role: 'assistant', content: 'a', reasoning_details: details })?.parts).toEqual(
      [
        { type: 'reasoning', text: 'Hm', format: 'openai', signature: 'seal', id: 'rs_1' },
        { type: 'text', text: 'a' },
      ],
    );
  });

  it('may be hidden', () => {
    const details = [{ ...detail, type: 'reasoning.encrypted', data: 'secret' }];
    expect(readOne({ role: 'assistant', content: 'a', reasoning_details: details })?.parts).toEqual(
      [
        { type: 'reasoning', text: '', format: 'anthropic', signature: 'secret', isRedacted: true },
        { type: 'text', text: 'a' },
      ],
    );
  });

  it.each(['reasoning', 'reasoning_content'])('may be plain text in %s', (name) => {
    expect(readOne({ role: 'assistant', content: 'a', [name]: 'Hm' })?.parts).toEqual([
      { type: 'reasoning', text: 'Hm', format: 'unknown' },
      { type: 'text', text: 'a' },
    ]);
  });
});

describe('tools of a chat request', () => {
  const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };

  it('keep their markers', () => {
    expect(read({ tools: [{ ...tool, cache_control: marker }] }).tools).toEqual([
      { name: 'f', parameters: { type: 'object' }, cacheControl: marker },
    ]);
  });

  it('may take free text', () => {
    const custom = { type: 'custom', custom: { name: 'g', description: 'G' } };
    expect(read({ tools: [custom] }).tools).toEqual([
      { name: 'g', description: 'G', isCustom: true },
    ]);
  });

  it('of a host are dropped and reported, or refused by name', () => {
    expect(read({ tools: [tool, { type: 'code_interpreter' }] })).toMatchObject({
      tools: [{ name: 'f' }],
      droppedTools: ['code_interpreter'],
    });
    expect(codeOf({ tools: [{ type: 'web_search_preview' }] })).toBe('unsupported_param');
    expect(codeOf({ tools: [{ type: 'file_search' }] })).toBe('unsupported_param');
  });

  it.each([
    ['auto', 'auto'],
    ['none', 'none'],
    ['required', 'required'],
    [{ type: 'auto' }, 'auto'],
    [{ type: 'function', function: { name: 'f' } }, { name: 'f' }],
    [undefined, undefined],
  ])('are chosen by %j as %j', (choice, expected) => {
    expect(read({ tools: [tool], tool_choice: choice }).toolChoice).toEqual(expected);
  });

  it('are filtered by allowed_tools', () => {
    const other = { type: 'function', function: { name: 'g' } };
    const allowed = { mode: 'required', tools: [{ type: 'function', function: { name: 'f' } }] };
    const choice = { type: 'allowed_tools', allowed_tools: allowed };
    expect(read({ tools: [tool, other], tool_choice: choice })).toMatchObject({
      tools: [{ name: 'f' }],
      toolChoice: 'required',
    });
  });

  it('cannot be chosen when they are not there', () => {
    const choice = { type: 'function', function: { name: 'g' } };
    expect(codeOf({ tools: [tool], tool_choice: choice })).toBe('unsupported_param');
  });
});

describe('the thinking settings of a chat request', () => {
  it.each([
    [{}, {}],
    [{ reasoning_effort: 'high' }, { effort: 'high' }],
    [{ reasoning: { effort: 'xhigh' } }, { effort: 'xhigh' }],
    [{ reasoning_effort: 'none' }, { isOff: true }],
    [{ reasoning: { effort: 'none' } }, { isOff: true }],
    [{ reasoning: { enabled: false } }, { isOff: true }],
    [{ reasoning: { enabled: true } }, { effort: 'medium' }],
    [{ reasoning: { max_tokens: 2_000 } }, { budgetTokens: 2_000 }],
    [{ reasoning: { effort: 'low', exclude: true } }, { effort: 'low', isHidden: true }],
    [{ reasoning: { exclude: true } }, { isHidden: true }],
    [{ thinking: { type: 'enabled', budget_tokens: 4_000 } }, { budgetTokens: 4_000 }],
    [{ thinking: { type: 'enabled' } }, { effort: 'medium' }],
    [{ thinking: { type: 'disabled' } }, { isOff: true }],
    [{ thinking: { type: 'adaptive' } }, { isAdaptive: true }],
    [{ enable_thinking: true }, { effort: 'medium' }],
    [{ enable_thinking: true, reasoning_effort: 'low' }, { effort: 'low' }],
    [{ enable_thinking: false }, { isOff: true }],
  ])('%j is read as %j', (changes, expected) => {
    expect(read(changes).reasoning).toEqual(expected);
  });
});

describe('other settings of a chat request', () => {
  it('keep their values under neutral names', () => {
    const neutral = read({
      max_tokens: 5,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 40,
      stop: 'END',
      frequency_penalty: 1,
      seed: 7,
      user: 'u',
      logit_bias: { 5: 1 },
      service_tier: 'flex',
      plugins: [{ id: 'web' }],
      transforms: [],
    });
    expect(neutral).toMatchObject({
      outputTokensMax: 5,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      stop: ['END'],
      sampling: { frequency_penalty: 1, seed: 7 },
      openAiOnly: { user: 'u', logit_bias: { 5: 1 }, service_tier: 'flex' },
      plugins: [{ id: 'web' }],
    });
    expect(neutral.sampling).not.toHaveProperty('user');
  });

  it.each([
    [{ type: 'text' }, undefined],
    [{ type: 'json_object' }, { type: 'json_object' }],
    [
      { type: 'json_schema', json_schema: { name: 'x', strict: true, schema: { a: 1 } } },
      { type: 'json_schema', name: 'x', isStrict: true, schema: { a: 1 } },
    ],
  ])('the format %j is read as %j', (format, expected) => {
    expect(read({ response_format: format }).outputFormat).toEqual(expected);
  });
});
