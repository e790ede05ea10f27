import { AppError } from '@tollgate/errors';
import { parseRequest, type EmbeddingsRequest } from './parse-request';

function parse(fields: Readonly<Record<string, unknown>>): EmbeddingsRequest {
  const body = { model: 'acme/vectors', input: 'Hello', ...fields };
  return parseRequest(JSON.stringify(body), body);
}

function refuse(fields: Readonly<Record<string, unknown>>): { reason: string; param?: string } {
  try {
    parse(fields);
  } catch (error) {
    if (error instanceof AppError) return { reason: error.reason, param: error.param ?? '' };
  }
  return { reason: 'accepted' };
}

const text = { type: 'text', text: 'Hello' };
const image = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } };

describe('an embeddings request', () => {
  it.each([
    ['a text', 'Hello', 'text', 1, 2],
    ['texts', ['Hello', 'Hello'], 'text', 2, 4],
    ['tokens', [1, 2, 3], 'tokens', 1, 3],
    ['lists of tokens', [[1, 2], [3]], 'tokens', 2, 3],
    ['items', [{ content: [text, image] }], 'multimodal', 1, 1_602],
  ])('may be %s', (_name, input, inputKind, inputCount, promptTokens) => {
    expect(parse({ input })).toMatchObject({ inputKind, inputCount, promptTokens });
  });

  it('lists its texts, unless it has other inputs', () => {
    expect(parse({}).texts).toEqual(['Hello']);
    expect(parse({ input: ['a', 'b'] }).texts).toEqual(['a', 'b']);
    expect(parse({ input: [1, 2] }).texts).toBeUndefined();
    expect(parse({ input: [{ content: [text] }] }).texts).toBeUndefined();
  });

  it('reports whether it contains images', () => {
    expect(parse({ input: [{ content: [text] }] }).hasImages).toBe(false);
    expect(parse({ input: [{ content: [text] }, { content: [image] }] }).hasImages).toBe(true);
  });

  it('is answered in floats unless it requests base64', () => {
    expect(parse({}).encoding).toBe('float');
    expect(parse({ encoding_format: 'base64' }).encoding).toBe('base64');
  });

  it.each([
    ['no model', { model: undefined }, 'missing_required_field', 'model'],
    ['a model that is no name', { model: 'a b' }, 'invalid_model_id', 'model'],
    ['no input', { input: undefined }, 'missing_required_field', 'input'],
    ['an empty text', { input: '' }, 'missing_required_field', 'input'],
    ['an empty list', { input: [] }, 'missing_required_field', 'input'],
    ['an empty text in a list', { input: ['a', ''] }, 'unsupported_param', 'input.1'],
    ['a mixed list', { input: ['a', 1] }, 'unsupported_param', 'input'],
    ['a negative token', { input: [-1] }, 'unsupported_param', 'input.0'],
    ['an unknown part', { input: [{ content: [{ type: 'x' }] }] }, 'unsupported_param', 'input'],
    ['no dimension', { dimensions: 0 }, 'unsupported_param', 'dimensions'],
    ['half a dimension', { dimensions: 1.5 }, 'unsupported_param', 'dimensions'],
    ['another encoding', { encoding_format: 'int8' }, 'unsupported_param', 'encoding_format'],
  ])('with %s is refused', (_name, fields, reason, param) => {
    expect(refuse(fields)).toEqual({ reason, param });
  });

  it('takes at most 2,048 inputs', () => {
    expect(parse({ input: Array.from({ length: 2_048 }, () => 'a') }).inputCount).toBe(2_048);
    expect(refuse({ input: Array.from({ length: 2_049 }, () => 'a') })).toEqual({
      reason: 'unsupported_param',
      param: 'input',
    });
  });
});
