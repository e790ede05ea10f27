import { Readable } from 'node:stream';
import type { Request } from 'express';
import { AppError } from '@tollgate/errors';
import { writeMultipart, type MultipartPart } from '@tollgate/multipart';
import { readSubmitBody, readFormFields } from './read-submit-body';

function makeRequest(body: Readable, contentType: string): Request {
  return Object.assign(body, { headers: { 'content-type': contentType } }) as unknown as Request;
}

function sendForm(parts: readonly MultipartPart[]): Request {
  const { contentType, open } = writeMultipart(parts);
  return makeRequest(open(), contentType);
}

async function refuse(request: Request): Promise<string> {
  const error: unknown = await readSubmitBody(request).then(
    () => new AppError('internal'),
    (caught: unknown) => caught,
  );
  const { param, reason } = AppError.from(error);
  return `${reason} ${param ?? ''}`;
}

describe('the body of a submit', () => {
  const picture = `data:image/png;base64,${'a'.repeat(3_000_000)}`;

  it('is read up to what any body may have, so that a picture in it is refused as such', async () => {
    const text = JSON.stringify({ input_image: picture });
    const request = makeRequest(Readable.from([Buffer.from(text)]), 'application/json');
    expect((await readSubmitBody(request)).body).toEqual({ input_image: picture });
  });

  it('names the field of a form that has more than an address', async () => {
    const request = sendForm([{ name: 'input_image', value: picture }]);
    expect(await refuse(request)).toBe('unsupported_param input_image');
  });

  it('has no files, however large', async () => {
    const bytes = Buffer.alloc(3_000_000);
    const file = {
      fileName: 'a.png',
      contentType: 'image/png',
      bytes: bytes.length,
      open: () => Readable.from([bytes]),
    };
    const request = sendForm([{ name: 'input_reference', file }]);
    expect(await refuse(request)).toBe('unsupported_param input_reference');
  });
});

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
