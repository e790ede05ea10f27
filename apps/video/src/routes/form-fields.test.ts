import { readFormFields } from './form-fields';

function read(...fields: [string, string[]][]): Record<string, unknown> {
  return readFormFields(new Map(fields));
}

describe('a form', () => {
  it('becomes the JSON object that it encodes', () => {
    expect(
      read(
        ['prompt', ['A gate [opens]']],
        ['seconds', ['4']],
        ['input_reference[image_url]', ['https://pictures.example/gate.png']],
        ['input_references[]', ['https://a.example/1.png', 'https://a.example/2.png']],
        ['frame_images', ['[{"image_url":{"url":"https://a.example/3.png"}}]']],
      ),
    ).toEqual({
      prompt: 'A gate [opens]',
      seconds: '4',
      input_reference: { image_url: 'https://pictures.example/gate.png' },
      input_references: ['https://a.example/1.png', 'https://a.example/2.png'],
      frame_images: [{ image_url: { url: 'https://a.example/3.png' } }],
    });
  });

  it('cannot reach a prototype', () => {
    const body = read(
      ['__proto__', ['x']],
      ['__proto__[polluted]', ['yes']],
      ['a[__proto__]', ['b']],
    );
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('keeps a text that only begins like JSON', () => {
    expect(read(['prompt', ['{not json']])).toEqual({ prompt: '{not json' });
  });
});
