import { AppError } from '@tollgate/errors';
import type { NeutralMessage, NeutralRequest } from '@tollgate/model-spec';
import { makeSyntheticSignature } from '@tollgate/model-kit';
import { parseRequest } from './parse-request';

type Fields = Record<string, unknown>;

const read = (changes: Fields): NeutralRequest => {
  const body = {
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'hi' }],
    ...changes,
  };
  return parseRequest(JSON.stringify(body), body).toNeutral();
};
const readAll = (...messages: Fields[]): readonly NeutralMessage[] => read({ messages }).messages;
const codeOf = (changes: Fields): unknown => {
  try {
    read(changes);
  } catch (error) {
    return AppError.from(error).entry.code;
  }
  return 'accepted';
};
const marker = { type: 'ephemeral', ttl: '1h' };
const use = { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } };

describe('the system prompt of a Messages request', () => {
  it('is one message, first', () => {
    expect(read({ system: 'Be brief' }).messages).toEqual([
      { role: 'system', parts: [{ type: 'text', text: 'Be brief' }] },
      { role: 'user', parts: [{ type: 'text', text: 'hi' }] },
    ]);
  });

  it('keeps its blocks and their markers', () => {
    const system = [
      { type: 'text', text: 'a', cache_control: marker },
      { type: 'text', text: '' },
      { type: 'text', text: 'b' },
    ];
    expect(read({ system }).messages[0]).toEqual({
      role: 'system',
      parts: [
        { type: 'text', text: 'a', cacheControl: marker },
        { type: 'text', text: 'b' },
      ],
    });
  });

  it('is absent when it is empty', () => {
    expect(read({ system: '' }).messages).toHaveLength(1);
  });

  it('may go on in the middle', () => {
    const messages = readAll({ role: 'user', content: 'a' }, { role: 'system', content: 'b' });
    expect(messages[1]).toEqual({ role: 'developer', parts: [{ type: 'text', text: 'b' }] });
  });
});

describe('content of a Messages request', () => {
  it.each([
    [
      { type: 'text', text: 'a', cache_control: marker },
      { type: 'text', text: 'a', cacheControl: marker },
    ],
    [
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: 'AA' },
        cache_control: marker,
      },
      { type: 'image', url: 'data:image/png;base64,AA', cacheControl: marker },
    ],
    [
      { type: 'image', source: { type: 'url', url: 'https://a.test/1.png' } },
      { type: 'image', url: 'https://a.test/1.png' },
    ],
    [
      {
        type: 'document',
        title: 'a.pdf',
        source: { type: 'base64', media_type: 'application/pdf', data: 'AA' },
        cache_control: marker,
      },
      {
        type: 'file',
        filename: 'a.pdf',
        dataUri: 'data:application/pdf;base64,AA',
        cacheControl: marker,
      },
    ],
    [
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'abc' } },
      { type: 'text', text: 'abc' },
    ],
    [
      {
        type: 'document',
        source: { type: 'content', content: [{ type: 'text', text: 'abc' }] },
      },
      { type: 'text', text: 'abc' },
    ],
    [
      {
        type: 'search_result',
        title: 'T',
        source: 'https://a.test',
        content: [{ type: 'text', text: 'abc' }],
      },
      { type: 'text', text: 'T\nhttps://a.test\nabc' },
    ],
  ])('%j is read as %j', (block, expected) => {
    expect(readAll({ role: 'user', content: [block] })).toEqual([
      { role: 'user', parts: [expected] },
    ]);
  });

  it.each([
    [{ type: 'document', source: { type: 'url', url: 'https://a.test/1.pdf' } }],
    [{ type: 'document', source: { type: 'file', file_id: 'f' } }],
    [{ type: 'image', source: { type: 'file', file_id: 'f' } }],
    [{ type: 'container_upload', file_id: 'f' }],
  ])('%j is refused', (block) => {
    expect(codeOf({ messages: [{ role: 'user', content: [block] }] })).toBe('unsupported_param');
  });

  it('may end with the beginning of the answer', () => {
    const messages = readAll({ role: 'user', content: 'a' }, { role: 'assistant', content: '{' });
    expect(messages[1]).toEqual({ role: 'assistant', parts: [{ type: 'text', text: '{' }] });
  });
});

describe('uses of tools in a Messages request', () => {
  it('keep their ids, and their input as text', () => {
    const content = [
      { type: 'text', text: 'a' },
      { ...use, cache_control: marker },
    ];
    expect(readAll({ role: 'assistant', content })[0]?.parts).toEqual([
      { type: 'text', text: 'a' },
      { type: 'tool-call', id: 't1', name: 'f', arguments: '{"a":1}', cacheControl: marker },
    ]);
  });

  it('are answered by results that come before the text of the user', () => {
    const messages = readAll(
      { role: 'assistant', content: [use, { ...use, id: 't2' }, { ...use, id: 't3' }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: 'one', cache_control: marker },
          { type: 'text', text: 'and?' },
          { type: 'tool_result', tool_use_id: 't2', is_error: true, content: [] },
          {
            type: 'tool_result',
            tool_use_id: 't3',
            content: [
              { type: 'text', text: 'see' },
              { type: 'image', source: { type: 'url', url: 'https://a.test/1.png' } },
            ],
          },
        ],
      },
    );
    expect(messages.slice(1)).toEqual([
      { role: 'tool', callId: 't1', parts: [{ type: 'text', text: 'one' }], cacheControl: marker },
      { role: 'tool', callId: 't2', parts: [], isError: true },
      {
        role: 'tool',
        callId: 't3',
        parts: [
          { type: 'text', text: 'see' },
          { type: 'image', url: 'https://a.test/1.png' },
        ],
      },
      { role: 'user', parts: [{ type: 'text', text: 'and?' }] },
    ]);
  });

  it('of Anthropic itself are left out', () => {
    const content = [
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'text', text: 'found' },
    ];
    expect(readAll({ role: 'assistant', content })[0]?.parts).toEqual([
      { type: 'text', text: 'found' },
    ]);
  });
});

describe('earlier thinking in a Messages request', () => {
  it.each([
    [
      { type: 'thinking', thinking: 'Hm', signature: 'sig' },
      { type: 'reasoning', text: 'Hm', format: 'anthropic', signature: 'sig' },
    ],
    [
      { type: 'thinking', thinking: 'Hm', signature: makeSyntheticSignature('acme/chat-1') },
      { type: 'reasoning', text: 'Hm', format: 'unknown' },
    ],
    [
      { type: 'thinking', thinking: 'Hm', signature: '' },
      { type: 'reasoning', text: 'Hm', format: 'unknown' },
    ],
    [
      { type: 'redacted_thinking', data: 'secret' },
      { type: 'reasoning', text: '', format: 'anthropic', signature: 'secret', isRedacted: true },
    ],
  ])('%j is read as %j', (block, expected) => {
    expect(readAll({ role: 'assistant', content: [block] })[0]?.parts).toEqual([expected]);
  });
});

describe('tools of a Messages request', () => {
  const tool = { name: 'f', input_schema: { type: 'object' } };

  it('keep their markers; a schema may be missing', () => {
    expect(read({ tools: [{ ...tool, cache_control: marker }, { name: 'g' }] }).tools).toEqual([
      { name: 'f', parameters: { type: 'object' }, cacheControl: marker },
      { name: 'g' },
    ]);
  });

  it('that search the web become the plugin', () => {
    const search = { type: 'web_search_20250305', name: 'web_search' };
    expect(read({ tools: [tool, search] })).toMatchObject({
      tools: [{ name: 'f' }],
      plugins: [{ id: 'web' }],
    });
    const plugins = [{ id: 'web', max_results: 3 }];
    expect(read({ plugins })).toMatchObject({ plugins });
    expect(read({ tools: [search], plugins })).toMatchObject({ plugins });
    const choice = { type: 'tool', name: 'web_search' };
    expect(read({ tools: [search], tool_choice: choice }).toolChoice).toBeUndefined();
  });

  it.each(['bash_20250124', 'text_editor_20250728', 'code_execution_20250825'])(
    'that only Anthropic runs are refused: %s',
    (type) => {
      expect(codeOf({ tools: [{ type, name: 'x' }] })).toBe('unsupported_param');
    },
  );

  it.each([
    [undefined, undefined],
    [{ type: 'auto' }, 'auto'],
    [{ type: 'none' }, 'none'],
    [{ type: 'any' }, 'required'],
    [{ type: 'tool', name: 'f' }, { name: 'f' }],
  ])('are chosen by %j as %j', (choice, expected) => {
    expect(read({ tools: [tool], tool_choice: choice }).toolChoice).toEqual(expected);
  });

  it('cannot be chosen when they are not there', () => {
    const choice = { type: 'tool', name: 'g' };
    expect(codeOf({ tools: [tool], tool_choice: choice })).toBe('unsupported_param');
  });

  it('are used one at a time when the caller disables parallel use', () => {
    const choice = { type: 'auto', disable_parallel_tool_use: true };
    expect(read({ tools: [tool], tool_choice: choice }).parallelToolCalls).toBe(false);
    expect(read({ tools: [tool] })).not.toHaveProperty('parallelToolCalls');
  });
});

describe('the thinking settings of a Messages request', () => {
  it.each([
    [{}, {}],
    [{ thinking: { type: 'enabled', budget_tokens: 4_000 } }, { budgetTokens: 4_000 }],
    [{ thinking: { type: 'disabled' } }, { isOff: true }],
    [{ thinking: { type: 'adaptive' } }, { isAdaptive: true }],
    [
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      { isAdaptive: true, effort: 'high' },
    ],
    [
      { thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'max' } },
      { isAdaptive: true, effort: 'xhigh', isHidden: true },
    ],
    [{ output_config: { effort: 'high' } }, {}],
  ])('%j is read as %j', (changes, expected) => {
    expect(read(changes).reasoning).toEqual(expected);
  });
});

describe('other settings of a Messages request', () => {
  it('keep their values under neutral names', () => {
    expect(
      read({
        temperature: 0.5,
        top_p: 0.9,
        top_k: 40,
        stop_sequences: ['END'],
        metadata: { user_id: 'u' },
        output_config: { format: { type: 'json_schema', schema: { type: 'object' } } },
        context_management: { edits: [] },
        service_tier: 'auto',
      }),
    ).toEqual({
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
      tools: [],
      outputTokensMax: 9,
      temperature: 0.5,
      topP: 0.9,
      topK: 40,
      stop: ['END'],
      reasoning: {},
      sampling: {},
      openAiOnly: { user: 'u' },
      outputFormat: { type: 'json_schema', name: 'output', schema: { type: 'object' } },
      droppedTools: [],
    });
  });
});
