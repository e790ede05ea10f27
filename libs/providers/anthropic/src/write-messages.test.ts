import type { NeutralMessage, UserPart } from '@tollgate/model-spec';
import { makeSyntheticSignature } from '@tollgate/model-kit';
import { writeMessages } from './write-messages';

const text = (words: string) => ({ type: 'text' as const, text: words });
const user = (...parts: UserPart[]): NeutralMessage => ({ role: 'user', parts });
const assistant = (
  ...parts: Extract<NeutralMessage, { role: 'assistant' }>['parts']
): NeutralMessage => ({ role: 'assistant', parts });
const call = (id: string, args = '{}') => ({
  type: 'tool-call' as const,
  id,
  name: 'f',
  arguments: args,
});
const result = (callId: string, words = 'ok'): NeutralMessage => ({
  role: 'tool',
  callId,
  parts: [text(words)],
});
const write = (...messages: NeutralMessage[]) => writeMessages(messages);
const writeOne = (part: UserPart) => write(user(part)).messages[0]?.content[0];

describe('roles and system (16.1)', () => {
  it('system messages anywhere move to system, in order, with their cache markers', () => {
    const cacheControl = { type: 'ephemeral', ttl: '1h' };
    const { messages, system } = write(
      { role: 'system', parts: [{ ...text('one'), cacheControl }, text('two')] },
      user(text('hi')),
      { role: 'developer', parts: [text('three')] },
      user(text('there')),
    );
    expect(system).toEqual([
      { ...text('one'), cache_control: cacheControl },
      text('two'),
      text('three'),
    ]);
    expect(messages).toEqual([{ role: 'user', content: [text('hi'), text('there')] }]);
  });

  it('the same role twice is one message with separate blocks', () => {
    const { messages } = write(
      user(text('a')),
      user(text('b')),
      assistant(text('c')),
      assistant(text('d')),
      user(text('e')),
    );
    expect(messages).toEqual([
      { role: 'user', content: [text('a'), text('b')] },
      { role: 'assistant', content: [text('c'), text('d')] },
      { role: 'user', content: [text('e')] },
    ]);
  });

  it('a first message that is not the user’s gets one before it', () => {
    const { messages } = write(assistant(text('hello')), user(text('hi')));
    expect(messages[0]).toEqual({ role: 'user', content: [text('.')] });
    expect(messages).toHaveLength(3);
  });

  it('a conversation of system messages alone still has a user', () => {
    expect(write({ role: 'system', parts: [text('be brief')] }).messages).toEqual([
      { role: 'user', content: [text('.')] },
    ]);
  });

  it('empty text is dropped, and so is a message left empty unless it is the last', () => {
    const { messages } = write(user(text('a'), text('')), assistant(text('')), user(text('')));
    expect(messages).toEqual([{ role: 'user', content: [text('a')] }]);
    expect(write(user(text('a')), assistant(text(''))).messages).toEqual([
      { role: 'user', content: [text('a')] },
      { role: 'assistant', content: [] },
    ]);
  });

  it('a beginning of the answer is sent, without the white space that the API refuses', () => {
    expect(write(user(text('a')), assistant(text('{ '))).messages[1]).toEqual({
      role: 'assistant',
      content: [text('{')],
    });
  });
});

describe('content (16.2)', () => {
  const cacheControl = { type: 'ephemeral' };

  it.each<[string, UserPart, unknown]>([
    ['text', text('a'), text('a')],
    [
      'an image as data',
      { type: 'image', url: 'data:image/png;base64,AAA' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAA' } },
    ],
    [
      'an image by address, whose detail is dropped',
      { type: 'image', url: 'https://images.test/a.png', detail: 'high' },
      { type: 'image', source: { type: 'url', url: 'https://images.test/a.png' } },
    ],
    [
      'a PDF with its name',
      { type: 'file', filename: 'a.pdf', dataUri: 'data:application/pdf;base64,JVB' },
      {
        type: 'document',
        title: 'a.pdf',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVB' },
      },
    ],
    [
      'a text file',
      { type: 'file', dataUri: 'data:text/csv;base64,YSxi' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a,b' } },
    ],
    [
      'a cache marker on text',
      { ...text('a'), cacheControl },
      { ...text('a'), cache_control: cacheControl },
    ],
    [
      'a cache marker on an image',
      { type: 'image', url: 'https://images.test/a.png', cacheControl },
      {
        type: 'image',
        source: { type: 'url', url: 'https://images.test/a.png' },
        cache_control: cacheControl,
      },
    ],
  ])('%s', (_name, part, block) => {
    expect(writeOne(part)).toEqual(block);
  });

  it.each<[UserPart, string]>([
    [{ type: 'audio', data: 'AAA', format: 'wav' }, 'invalid_modality_for_model'],
    [{ type: 'video', url: 'https://videos.test/a.mp4' }, 'invalid_modality_for_model'],
    [{ type: 'file', dataUri: 'data:application/zip;base64,AAA' }, 'unsupported_param'],
    [{ type: 'file', dataUri: 'https://files.test/a.pdf' }, 'unsupported_param'],
    [{ type: 'image', url: 'ftp://images.test/a.png' }, 'unsupported_param'],
  ])('%p is refused', (part, reason) => {
    expect(() => writeOne(part)).toThrow(expect.objectContaining({ reason }) as Error);
  });
});

describe('calls of tools and their results (16.3)', () => {
  it('puts a call after the text, with its arguments as an object', () => {
    expect(write(user(text('a')), assistant(call('c1', '{"x":1}'), text('b'))).messages[1]).toEqual(
      {
        role: 'assistant',
        content: [text('b'), { type: 'tool_use', id: 'c1', name: 'f', input: { x: 1 } }],
      },
    );
  });

  it.each([
    ['', {}],
    ['{"x":', { _raw: '{"x":' }],
    ['[1]', { _raw: '[1]' }],
  ])('arguments %p become an object all the same', (given, input) => {
    expect(write(assistant(call('c1', given))).messages[1]?.content[0]).toMatchObject({ input });
  });

  it('all results of one turn are in one user message, before any text', () => {
    const { messages } = write(
      user(text('a')),
      assistant(call('c1'), call('c2')),
      result('c1'),
      user(text('and')),
      result('c2'),
      user(text('so')),
    );
    expect(messages).toHaveLength(3);
    expect(messages[2]).toEqual({
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: 'ok' },
        { type: 'tool_result', tool_use_id: 'c2', content: 'ok' },
        text('and'),
        text('so'),
      ],
    });
  });

  it('a result may hold images, be an error and carry a cache marker', () => {
    const { messages } = write(assistant(call('c1')), {
      role: 'tool',
      callId: 'c1',
      isError: true,
      cacheControl: { type: 'ephemeral' },
      parts: [text('see'), { type: 'image', url: 'data:image/png;base64,AAA' }],
    });
    expect(messages[2]?.content).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'c1',
        is_error: true,
        cache_control: { type: 'ephemeral' },
        content: [
          text('see'),
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAA' } },
        ],
      },
    ]);
  });

  it('an empty result is still a result', () => {
    expect(write(assistant(call('c1')), result('c1', '')).messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'c1', content: '' },
    ]);
  });

  it('ids that the API takes pass as they are', () => {
    const id = 'a-Z_0'.padEnd(64, 'x');
    expect(write(assistant(call(id))).messages[1]?.content[0]).toMatchObject({ id });
  });

  it.each(['call|fc_1', 'x'.repeat(65), 'ü', ''])('maps the id %p the same everywhere', (id) => {
    const [, turn, results] = write(assistant(call(id)), result(id)).messages;
    const made = (turn?.content[0] as { id: string }).id;
    expect(made).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(made).not.toBe(id);
    expect(results?.content[0]).toMatchObject({ tool_use_id: made });
    expect(write(assistant(call(id))).messages[1]?.content[0]).toMatchObject({ id: made });
  });

  it('different ids stay different', () => {
    const { messages } = write(assistant(call('a|b'), call('a/b')));
    const ids = messages[1]?.content.map((block) => (block as { id: string }).id);
    expect(new Set(ids).size).toBe(2);
  });

  it('the bare input of a custom tool is wrapped', () => {
    const custom = { ...call('c1', 'ls -l'), isCustom: true };
    expect(write(assistant(custom)).messages[1]?.content[0]).toMatchObject({
      input: { input: 'ls -l' },
    });
  });
});

describe('thinking of earlier turns (16.6)', () => {
  const thought = (format: 'anthropic' | 'google' | 'openai' | 'unknown', signature?: string) => ({
    type: 'reasoning' as const,
    text: 'hm',
    format,
    ...(signature !== undefined && { signature }),
  });

  it('signed thinking is sent back in its place', () => {
    const { messages } = write(
      user(text('a')),
      assistant(thought('anthropic', 's1'), call('c1'), thought('anthropic', 's2'), text('b')),
    );
    expect(messages[1]?.content.map((block) => block.type)).toEqual([
      'thinking',
      'tool_use',
      'thinking',
      'text',
    ]);
    expect(messages[1]?.content[0]).toEqual({ type: 'thinking', thinking: 'hm', signature: 's1' });
  });

  it('redacted thinking is sent back to Anthropic', () => {
    const redacted = { ...thought('anthropic', 'EmwK'), text: '', isRedacted: true };
    expect(write(assistant(redacted, text('b'))).messages[1]?.content).toEqual([
      { type: 'redacted_thinking', data: 'EmwK' },
      text('b'),
    ]);
  });

  it.each([
    ['of Google', thought('google', 'x')],
    ['of OpenAI', thought('openai', 'x')],
    ['of an unknown provider', thought('unknown', 'x')],
    ['that we signed ourselves', thought('anthropic', makeSyntheticSignature('openai/gpt'))],
    ['with an empty signature', thought('anthropic', '')],
    ['without a signature', thought('anthropic')],
  ])('thinking %s is dropped', (_name, part) => {
    expect(write(user(text('a')), assistant(part, text('b'))).messages[1]?.content).toEqual([
      text('b'),
    ]);
  });

  it('a refusal is text, and an image that a model made is left out', () => {
    const { messages } = write(
      user(text('a')),
      assistant({ type: 'refusal', text: 'no' }, { type: 'image', url: 'https://images.test/a' }),
      user(text('why')),
    );
    expect(messages[1]?.content).toEqual([text('no')]);
  });
});
