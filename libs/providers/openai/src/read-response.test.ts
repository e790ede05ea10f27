import { readAnswer } from './read-answer';
import { readResponse } from './read-response';

const answer = (
  message: Record<string, unknown>,
  finish: Record<string, unknown> = { finish_reason: 'stop' },
): Record<string, unknown> => ({ choices: [{ index: 0, message, ...finish }] });
const partsOf = (message: Record<string, unknown>): unknown => readResponse(answer(message)).parts;

describe('a Chat answer', () => {
  it('with typed content is text and reasoning', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'a' },
    ];
    expect(partsOf({ content })).toEqual([
      { type: 'reasoning', text: 'hm', format: 'unknown' },
      { type: 'text', text: 'a' },
    ]);
  });

  it.each(['reasoning', 'reasoning_content'])('has its reasoning in %s', (name) => {
    expect(partsOf({ content: 'a', [name]: 'hm' })).toEqual([
      { type: 'reasoning', text: 'hm', format: 'unknown' },
      { type: 'text', text: 'a' },
    ]);
  });

  it('has its reasoning once when details repeat it, with the signature', () => {
    const details = [
      { type: 'reasoning.text', text: 'hm', signature: 'sig', format: 'anthropic-claude-v1' },
    ];
    expect(partsOf({ content: 'a', reasoning: 'hm', reasoning_details: details })).toEqual([
      { type: 'reasoning', text: 'hm', format: 'anthropic', signature: 'sig' },
      { type: 'text', text: 'a' },
    ]);
  });

  it('adds the plain reasoning to the hidden content of the same item', () => {
    const details = [{ type: 'reasoning.encrypted', data: 'e', format: 'openai-responses-v1' }];
    expect(partsOf({ reasoning: 'hm', reasoning_details: details })).toEqual([
      { type: 'reasoning', text: 'hm', format: 'openai', signature: 'e' },
    ]);
  });

  it('keeps a refusal, annotations and images', () => {
    const citation = { url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 };
    const message = {
      content: 'a',
      refusal: 'No.',
      annotations: [{ type: 'url_citation', url_citation: citation }],
      images: [{ type: 'image_url', image_url: { url: 'https://a.example/x.png' } }],
    };
    const annotation = { url: 'https://a.example', title: 'A', startIndex: 0, endIndex: 1 };
    expect(partsOf(message)).toEqual([
      { type: 'text', text: 'a', annotations: [annotation] },
      { type: 'refusal', text: 'No.' },
      { type: 'image', url: 'https://a.example/x.png' },
    ]);
  });

  it('gives a call without an id one, and signed calls their signature', () => {
    const message = {
      tool_calls: [
        { function: { name: 'f', arguments: { a: 1 } } },
        { id: 'c2', function: { name: 'g', arguments: '' } },
        {
          id: 'c3',
          function: { name: 'h', arguments: '{}' },
          extra_content: { google: { thought_signature: 'on call' } },
        },
      ],
      reasoning_details: [
        { type: 'reasoning.encrypted', data: 'apart', format: 'google-gemini-v1', id: 'c2' },
      ],
    };
    expect(partsOf(message)).toEqual([
      {
        type: 'tool-call',
        id: expect.stringMatching(/^call_[0-9A-Z]{26}$/),
        name: 'f',
        arguments: '{"a":1}',
      },
      { type: 'tool-call', id: 'c2', name: 'g', arguments: '{}', thoughtSignature: 'apart' },
      { type: 'tool-call', id: 'c3', name: 'h', arguments: '{}', thoughtSignature: 'on call' },
    ]);
  });

  it.each([
    [{ finish_reason: 'length' }, 'length', 'length'],
    [{ finish_reason: 'stop', native_finish_reason: 'end_turn' }, 'stop', 'end_turn'],
    [{ finish_reason: 'something new' }, 'stop', 'something new'],
    [{ finish_reason: null }, undefined, undefined],
  ])('that ended with %j ended by %s', (finish, finishReason, nativeFinishReason) => {
    const body = answer({ content: 'a' }, finish);
    expect(readResponse(body)).toMatchObject({ finishReason, nativeFinishReason });
    expect(readAnswer(body)).toMatchObject({ finishReason, nativeFinishReason });
  });

  it('with a call ends in tool_calls, whatever the upstream sends', () => {
    const message = { tool_calls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] };
    expect(readResponse(answer(message)).finishReason).toBe('tool_calls');
    expect(readAnswer(answer(message)).finishReason).toBe('tool_calls');
  });

  it('has no content without a choice', () => {
    expect(readAnswer({ choices: [] }).hasContent).toBe(false);
    expect(readAnswer({ choices: 'x' }).hasContent).toBe(false);
    expect(readResponse({}).parts).toEqual([]);
  });
});

describe('the sources of an answer', () => {
  const url = 'https://a.test/';
  const read = (more: object) => readResponse({ ...answer({ content: 'a' }), ...more });

  it('are citations where they stand beside the choices, with titles if there are any', () => {
    const results = { search_results: [{ title: 'A', url, date: null }], citations: [url] };
    expect(read(results).parts).toEqual([
      { type: 'text', text: 'a', annotations: [{ url, title: 'A' }] },
    ]);
    expect(read({ citations: [url] }).parts).toEqual([
      { type: 'text', text: 'a', annotations: [{ url }] },
    ]);
  });

  it('count as one search where the provider reports no count', () => {
    expect(read({ citations: [url] }).extras?.toolUses?.get('web_search')).toBe(1);
    const usage = { num_search_queries: 4 };
    expect(read({ citations: [url], usage }).extras?.toolUses?.get('web_search')).toBe(4);
    expect(read({}).extras).toBeUndefined();
  });
});
