import { AppError } from '@tollgate/errors';
import { checkMedia } from './check-media';

function refuse(body: Readonly<Record<string, unknown>>): string {
  try {
    checkMedia({ body, bodyText: JSON.stringify(body) });
    return 'accepted';
  } catch (error) {
    return error instanceof AppError ? `${error.reason} ${error.param}` : 'broken';
  }
}

const inside = 'http://169.254.169.254/latest';
const outside = 'https://pictures.example/gate.png';

const spellings = (url: string): [string, Record<string, unknown>, string][] => [
  [
    'chat',
    { messages: [{ content: [{ type: 'image_url', image_url: { url } }] }] },
    'messages.0.content.0.image_url',
  ],
  [
    'a video',
    { messages: [{ content: [{ type: 'video_url', video_url: { url } }] }] },
    'messages.0.content.0.video_url',
  ],
  [
    'messages',
    { messages: [{ content: [{ type: 'image', source: { type: 'url', url } }] }] },
    'messages.0.content.0.source',
  ],
  [
    'a tool result',
    {
      messages: [
        {
          content: [
            { type: 'tool_result', content: [{ type: 'image', source: { type: 'url', url } }] },
          ],
        },
      ],
    },
    'messages.0.content.0.content.0.source',
  ],
  [
    'a document of parts',
    {
      messages: [
        {
          content: [
            {
              type: 'document',
              source: {
                type: 'content',
                content: [{ type: 'image', source: { type: 'url', url } }],
              },
            },
          ],
        },
      ],
    },
    'messages.0.content.0.source.content.0.source',
  ],
  [
    'responses',
    { input: [{ content: [{ type: 'input_image', image_url: url }] }] },
    'input.0.content.0.image_url',
  ],
  [
    'embeddings',
    { input: [{ content: [{ type: 'image_url', image_url: { url } }] }] },
    'input.0.content.0.image_url',
  ],
];

describe('media of a request', () => {
  it.each(spellings(inside))('in %s must be at a public address', (_name, body, param) => {
    expect(refuse(body)).toBe(`invalid_image_url ${param}`);
  });

  it.each(spellings(outside))('in %s may be anywhere else', (_name, body) => {
    expect(refuse(body)).toBe('accepted');
  });

  it.each(spellings('data:image/png;base64,AA'))('in %s may be inside of it', (_name, body) => {
    expect(refuse(body)).toBe('accepted');
  });

  it('are not found inside texts', () => {
    const text = `{"image_url":"${inside}"}`;
    expect(refuse({ messages: [{ role: 'user', content: [{ type: 'text', text }] }] })).toBe(
      'accepted',
    );
  });

  it('are not found inside tool arguments', () => {
    const input = { source: 'a.txt', image_url: 'b.png', destination: 'c.txt' };
    const use = { type: 'tool_use', id: 'toolu_1', name: 'move_file', input };
    expect(refuse({ messages: [{ role: 'assistant', content: [use] }] })).toBe('accepted');
  });

  it('are not the name of where a search result is from', () => {
    const result = { type: 'search_result', source: 'handbook-17', title: 'Gates', content: [] };
    expect(refuse({ messages: [{ role: 'user', content: [result] }] })).toBe('accepted');
  });
});
