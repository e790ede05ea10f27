import type { PlanRequest } from '../../../domain/model-plan';
import { readRouteView, type RouteView } from './read-route-view';

function read(body: Readonly<Record<string, unknown>>, isOnline = false): RouteView {
  const request: PlanRequest = {
    apiType: 'chat',
    requestedModel: 'auto',
    body,
    estimatePromptTokens: () => 7,
  };
  return readRouteView(request, { isOnline });
}

const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
const says = (...parts: unknown[]): object => ({ role: 'user', content: parts });

describe('readRouteView', () => {
  it.each([
    ['chat text', { messages: [{ role: 'user', content: 'Hello' }] }],
    ['chat parts', { messages: [says({ type: 'text', text: 'Hello' })] }],
    ['Responses text', { input: 'Hello' }],
    ['Responses items', { input: [says({ type: 'input_text', text: 'Hello' })] }],
    [
      'Messages after a tool result',
      { messages: [says({ type: 'text', text: 'Hello' }), says({ type: 'tool_result' })] },
    ],
    [
      'an answer after it',
      {
        messages: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Hi' },
        ],
      },
    ],
  ])('reads the last user message from %s', (_, body) => {
    expect(read(body)).toMatchObject({ text: 'Hello', turns: 1 });
  });

  it('reads nothing from a body without messages', () => {
    expect(read({})).toMatchObject({ text: '', turns: 0, tools: [], hasImage: false });
  });

  it.each([
    ['image_url', image],
    ['input_image', { type: 'input_image', image_url: 'https://example.com/a.png' }],
    ['image of Messages', { type: 'image', source: { type: 'url', url: 'https://a.b/c' } }],
    ['image file', { type: 'file', file: { file_data: 'data:image/png;base64,AA==' } }],
  ])('sees a picture sent as %s', (_, part) => {
    expect(read({ messages: [says(part)] }).hasImage).toBe(true);
  });

  it('forgets a picture that is four messages old', () => {
    const later = ['b', 'c', 'd'].map((text) => says({ type: 'text', text }));
    expect(read({ messages: [says(image), ...later.slice(1)] }).hasImage).toBe(true);
    expect(read({ messages: [says(image), ...later] }).hasImage).toBe(false);
  });

  it.each([
    ['video_url', { messages: [says({ type: 'video_url' })] }, { hasVideo: true }],
    ['audio', { messages: [says({ type: 'input_audio' })] }, { hasAudio: true }],
    [
      'a PDF',
      { messages: [says({ type: 'file', file: { file_data: 'data:application/pdf;base64,AA' } })] },
      { hasFile: true, hasImage: false },
    ],
    ['modalities', { modalities: ['text', 'image'] }, { wantsImage: true }],
    ['image_config', { image_config: {} }, { wantsImage: true }],
    ['the web plugin', { plugins: [{ id: 'web' }] }, { wantsWeb: true }],
    ['another plugin', { plugins: [{ id: 'file-parser' }] }, { wantsWeb: false }],
    ['effort high', { reasoning: { effort: 'high' } }, { wantsThought: true }],
    ['effort xhigh', { reasoning: { effort: 'xhigh' } }, { wantsThought: true }],
    ['effort medium', { reasoning: { effort: 'medium' } }, { wantsThought: false }],
    ['reasoning_effort', { reasoning_effort: 'high' }, { wantsThought: true }],
    ['thinking', { thinking: { type: 'enabled' } }, { wantsThought: true }],
    ['thinking off', { thinking: { type: 'disabled' } }, { wantsThought: false }],
    ['enable_thinking', { enable_thinking: true }, { wantsThought: true }],
    ['max_tokens', { max_tokens: 5_000 }, { outputTokensMax: 5_000 }],
    ['max_output_tokens', { max_output_tokens: 5_000 }, { outputTokensMax: 5_000 }],
    [
      'a strict schema of chat',
      { response_format: { type: 'json_schema', json_schema: { strict: true } } },
      { hasStrictSchema: true },
    ],
    [
      'a strict schema of Responses',
      { text: { format: { type: 'json_schema', strict: true } } },
      { hasStrictSchema: true },
    ],
    [
      'a loose schema',
      { response_format: { type: 'json_schema', json_schema: {} } },
      { hasStrictSchema: false },
    ],
    [
      'a wrapped tool',
      { tools: [{ type: 'function', function: { name: 'sendEmail', description: 'Now' } }] },
      { tools: ['send Email Now'] },
    ],
    [
      'a flat tool',
      { tools: [{ name: 'look', description: 'around' }] },
      { tools: ['look around'] },
    ],
  ])('reads %s', (_, body, expected) => {
    expect(read(body)).toMatchObject(expected);
  });

  it('sees in the name that web search is wanted', () => {
    expect(read({}, true).wantsWeb).toBe(true);
  });

  it('keeps the head and the tail of a very long text', () => {
    const { text } = read({ messages: [says({ text: `begin ${'x'.repeat(100_000)} end` })] });
    expect(text.length).toBeLessThan(17_000);
    expect(text.startsWith('begin')).toBe(true);
    expect(text.endsWith('end')).toBe(true);
  });
});
