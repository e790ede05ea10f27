import { mapUsage, readImages } from './read-images';

describe('the images of an answer', () => {
  it('are addresses, or bytes of the format that the answer names', () => {
    const data = [
      { url: 'https://a.example/b.png', revised_prompt: 'A gate' },
      { b64_json: 'AAAA' },
    ];
    expect(readImages({ data, output_format: 'webp' })).toEqual([
      { url: 'https://a.example/b.png', revisedPrompt: 'A gate' },
      { url: 'data:image/webp;base64,AAAA' },
    ]);
    expect(readImages({ data: [{ b64_json: 'AAAA' }] })).toEqual([
      { url: 'data:image/png;base64,AAAA' },
    ]);
  });

  it.each([undefined, null, 'x', {}, [null, 1, {}, { url: '' }, { b64_json: 1 }]])(
    'finds no images in %j',
    (data) => {
      expect(readImages({ data })).toEqual([]);
    },
  );
});

describe('the usage of images', () => {
  it('separates text and image tokens of the input; all output is images', () => {
    const usage = {
      input_tokens: 50,
      output_tokens: 1_056,
      input_tokens_details: { text_tokens: 10, image_tokens: 40 },
    };
    expect(mapUsage(usage)).toMatchObject({
      kind: 'usage',
      usage: { input: 10, imageInput: 40, imageOutput: 1_056, output: 0 },
    });
  });

  it.each([
    [undefined, 'missing'],
    [{ input_tokens: 0, output_tokens: 0 }, 'missing'],
    [{ input_tokens: -1, output_tokens: 1 }, 'unusable'],
    [{ input_tokens: 1.5, output_tokens: 1 }, 'unusable'],
    [{ input_tokens: 1, output_tokens: 1, input_tokens_details: { image_tokens: 2 } }, 'unusable'],
  ])('of %j is %s', (usage, kind) => {
    expect(mapUsage(usage).kind).toBe(kind);
  });
});
