import type { ApiType } from '../../domain/endpoint';
import { hasTokenPrompt, listTexts, replaceTexts } from './request-texts';

function describeTexts(apiType: ApiType, body: Record<string, unknown>): string[] {
  return listTexts(apiType, body).map(
    ({ isNew, role, text }) => `${role}${isNew ? '!' : ''}: ${text}`,
  );
}

const chat = {
  messages: [
    { role: 'developer', content: 'rules' },
    { role: 'user', content: 'old' },
    { role: 'assistant', content: [{ type: 'text', text: 'answer' }], tool_calls: [{ id: 'x' }] },
    { role: 'tool', tool_call_id: 'x', content: 'result' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'new' },
        { type: 'image_url', image_url: { url: 'https://example.com/text' } },
      ],
    },
  ],
  tools: [{ type: 'function', function: { name: 'f', description: 'not a text' } }],
};

describe('the texts of a request', () => {
  it('are all messages of a chat', () => {
    expect(describeTexts('chat', chat)).toEqual([
      'system: rules',
      'user: old',
      'assistant: answer',
      'tool!: result',
      'user!: new',
    ]);
  });

  it('are what is spoken and how, and the prompt of media', () => {
    const speech = { input: 'Hello', instructions: 'Whisper', voice: 'alloy' };
    expect(describeTexts('speech', speech)).toEqual(['system: Whisper', 'user!: Hello']);
    const prompt = { prompt: 'Names: Ada', language: 'en' };
    for (const apiType of ['transcriptions', 'images', 'videos'] as const) {
      expect(describeTexts(apiType, prompt)).toEqual(['user!: Names: Ada']);
    }
  });

  it('are system, text blocks and results of tools in Messages', () => {
    const body = {
      system: [{ type: 'text', text: 'rules', cache_control: { type: 'ephemeral' } }],
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'text', text: 'a' },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'x', content: [{ type: 'text', text: 'result' }] },
            { type: 'tool_result', tool_use_id: 'y', content: 'plain result' },
            { type: 'text', text: 'new' },
            { type: 'document', source: { type: 'text', data: 'not a text block' } },
          ],
        },
      ],
    };
    expect(describeTexts('messages', body)).toEqual([
      'system: rules',
      'assistant: a',
      'tool!: result',
      'tool!: plain result',
      'user!: new',
    ]);
  });

  it('are instructions and input of Responses, as a text or as items', () => {
    expect(describeTexts('responses', { instructions: 'rules', input: 'hello' })).toEqual([
      'system: rules',
      'user!: hello',
    ]);
    const input = [
      { role: 'user', content: [{ type: 'input_text', text: 'old' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'answer' }] },
      { type: 'function_call', call_id: 'x', name: 'f', arguments: '{"not":"a text"}' },
      { type: 'function_call_output', call_id: 'x', output: 'result' },
      { type: 'custom_tool_call', call_id: 'y', name: 'g', input: 'not a text' },
      { type: 'custom_tool_call_output', call_id: 'y', output: 'custom result' },
      { role: 'user', content: 'new' },
    ];
    expect(describeTexts('responses', { input })).toEqual([
      'user: old',
      'assistant: answer',
      'tool!: result',
      'tool!: custom result',
      'user!: new',
    ]);
  });

  it('are the inputs of embeddings', () => {
    expect(describeTexts('embeddings', { input: ['a', 'b'] })).toEqual(['user!: a', 'user!: b']);
    const parts = [{ content: [{ type: 'text', text: 'c' }] }];
    expect(describeTexts('embeddings', { input: parts })).toEqual(['user!: c']);
    expect(describeTexts('embeddings', { input: [[1, 2], [3]] })).toEqual([]);
  });

  it('are the prompts of a completion, unless they are token ids', () => {
    const body = { prompt: ['a', 'b'], suffix: 'c' };
    expect(describeTexts('completions', body)).toEqual(['user!: a', 'user!: b', 'user!: c']);
    expect(hasTokenPrompt('completions', body)).toBe(false);
    expect(describeTexts('completions', { prompt: [1, 2] })).toEqual([]);
    for (const prompt of [
      [1, 2],
      [[1], [2]],
    ])
      expect(hasTokenPrompt('completions', { prompt })).toBe(true);
  });

  it('are the inputs that are to be judged', () => {
    const input = [{ type: 'text', text: 'a' }, { type: 'image_url' }];
    expect(describeTexts('moderations', { input })).toEqual(['user!: a']);
    expect(describeTexts('moderations', { input: ['a', 'b'] })).toEqual(['user!: a', 'user!: b']);
  });

  it('are the query and the documents of a ranking', () => {
    const body = { query: 'q', documents: ['a', { text: 'b' }] };
    expect(describeTexts('rerank', body)).toEqual(['user!: q', 'user!: a', 'user!: b']);
  });

  it('can be replaced without touching anything else', () => {
    const places = listTexts('chat', chat);
    const before = structuredClone(chat);
    const copy = replaceTexts(
      chat,
      places,
      places.map(({ text }) => (text === 'new' || text === 'old' ? '[REDACTED]' : text)),
    );
    expect(describeTexts('chat', copy)).toContain('user!: [REDACTED]');
    expect(chat).toEqual(before);
    expect({ ...copy, messages: [] }).toEqual({ ...chat, messages: [] });
  });
});
