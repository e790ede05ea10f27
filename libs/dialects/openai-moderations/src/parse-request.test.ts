import { AppError } from '@tollgate/errors';
import { parseRequest, type ModerationsRequest } from './parse-request';

type Fields = Readonly<Record<string, unknown>>;

const image = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } };

function parse(body: Fields): ModerationsRequest {
  return parseRequest(JSON.stringify(body), body);
}

function refuse(body: Fields): unknown {
  try {
    return parse(body);
  } catch (error) {
    return error instanceof AppError ? [error.reason, error.param] : error;
  }
}

describe('a moderation request', () => {
  it('has the default model of OpenAI when it names none', () => {
    expect(parse({ input: 'a' }).requestedModel).toBe('omni-moderation-latest');
    expect(parse({ input: 'a', model: null }).requestedModel).toBe('omni-moderation-latest');
    expect(parse({ input: 'a', model: 'acme/judge' }).requestedModel).toBe('acme/judge');
  });

  it('takes a text, a list of texts, or texts and images', () => {
    // 32 letters are 10 tokens, an image is 1,600.
    const text = 'x'.repeat(32);
    expect(parse({ input: text }).promptTokens).toBe(10);
    expect(parse({ input: [text, text] }).promptTokens).toBe(20);
    expect(parse({ input: [{ type: 'text', text }, image] }).promptTokens).toBe(1_610);
  });

  it.each<[string, Fields, string]>([
    ['no input', {}, 'missing_required_field'],
    ['an empty text', { input: '' }, 'missing_required_field'],
    ['an empty list', { input: [] }, 'missing_required_field'],
    ['token ids', { input: [1, 2] }, 'unsupported_param'],
    ['too many texts', { input: Array(2_049).fill('a') }, 'unsupported_param'],
    ['too many images', { input: Array(9).fill(image) }, 'too_many_images'],
  ])('is refused with %s', (_name, body, code) => {
    expect(refuse(body)).toEqual([code, expect.stringMatching(/^input/)]);
  });

  it('is refused with a model that is no name', () => {
    expect(refuse({ input: 'a', model: 'a b' })).toEqual(['invalid_model_id', 'model']);
  });
});
