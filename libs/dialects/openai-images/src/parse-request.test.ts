import { AppError } from '@tollgate/errors';
import { parseRequest, type ImagesRequest } from './parse-request';

function parse(fields: Readonly<Record<string, unknown>>): ImagesRequest {
  const body = { model: 'acme/image', prompt: 'A gate', ...fields };
  return parseRequest(JSON.stringify(body), body);
}

function refuse(fields: Readonly<Record<string, unknown>>): string {
  try {
    parse(fields);
  } catch (error) {
    if (error instanceof AppError) return error.reason;
  }
  return 'accepted';
}

describe('a request for images', () => {
  it('requests one image of any size by default', () => {
    expect(parse({})).toMatchObject({ count: 1, size: undefined, isStreaming: false });
    expect(parse({ size: 'auto' }).size).toBeUndefined();
    expect(parse({ n: 10, size: '1024x1024', stream: true })).toMatchObject({
      count: 10,
      size: '1024x1024',
      isStreaming: true,
    });
  });

  it('may come as the texts of a form', () => {
    expect(parse({ n: '3', stream: 'true' })).toMatchObject({ count: 3, isStreaming: true });
  });

  it.each([
    ['no model', { model: undefined }, 'missing_required_field'],
    ['a model that is no name', { model: 'a b' }, 'invalid_model_id'],
    ['no prompt', { prompt: undefined }, 'missing_prompt'],
    ['an empty prompt', { prompt: '' }, 'missing_prompt'],
    ['a prompt of blanks', { prompt: ' \n' }, 'missing_prompt'],
    ['no image', { n: 0 }, 'invalid_n'],
    ['eleven images', { n: 11 }, 'invalid_n'],
    ['half an image', { n: 1.5 }, 'invalid_n'],
    ['an invalid count', { n: 'many' }, 'invalid_n'],
    ['an invalid size', { size: 'large' }, 'unsupported_param'],
    ['images in the answer', { response_format: 'b64_json' }, 'unsupported_response_format'],
    ['another format', { response_format: 'svg' }, 'unsupported_response_format'],
  ])('with %s is refused', (_name, fields, reason) => {
    expect(refuse(fields)).toBe(reason);
  });

  it('may ask for addresses, which it gets anyway', () => {
    expect(refuse({ response_format: 'url' })).toBe('accepted');
  });
});
