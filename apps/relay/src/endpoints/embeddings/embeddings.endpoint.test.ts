import { AppError } from '@tollgate/errors';
import { emptyUsage } from '@tollgate/model-spec';
import { aModel, aRoute, aSnapshot } from '../../../test/support/build-calls';
import type { ModelDocument } from '../../catalog/catalog';
import { listCandidates } from '../../call/route/list-candidates';
import { embeddingsEndpoint } from './embeddings.endpoint';
import type { PreparedRequest } from '../../domain/endpoint';

const face = { ulid: 'X', model: 'acme/small', requestId: 'req_1', createdAtSeconds: 1 };

function prepare(
  fields: Readonly<Record<string, unknown>> = {},
  document: Partial<Pick<ModelDocument, 'kind' | 'inputModalities'>> = {},
  protocol: 'openai' | 'gemini' = 'openai',
): PreparedRequest {
  const model = aModel({ kind: 'embeddings', ...document });
  const snapshot = aSnapshot([model], { 'acme/small': [aRoute({ protocol })] });
  const body = { model: 'acme/small', input: 'Hello', ...fields };
  const raw = { body, bodyText: JSON.stringify(body), clientHeaders: {} };
  const [candidate] = listCandidates(model, snapshot);
  if (candidate === undefined) throw new Error('no way');
  return embeddingsEndpoint.parse(raw).fitTo(model).prepare(candidate, face);
}

function refuse(...input: Parameters<typeof prepare>): string {
  try {
    prepare(...input);
    return 'accepted';
  } catch (error) {
    return error instanceof AppError ? error.reason : 'broken';
  }
}

const image = { content: [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }] };

describe('the embeddings endpoint', () => {
  it('sends the request without fields of the gateway', () => {
    const { request } = prepare({ dimensions: 3, provider: { order: ['a'] }, user: 'u', extra: 1 });
    expect(request.url).toBe('http://127.0.0.1:1/v1/embeddings');
    expect(JSON.parse(request.body)).toEqual({
      model: 'small',
      input: 'Hello',
      dimensions: 3,
      extra: 1,
    });
  });

  it.each([
    ['a model of another kind', {}, { kind: 'chat' as const }, 'model_endpoint_mismatch'],
    ['images for a model of text', { input: [image] }, {}, 'unsupported_param'],
    ['tokens for another family', { input: [1, 2] }, {}, 'unsupported_param'],
    [
      'images for a model that sees',
      { input: [image] },
      { inputModalities: ['text', 'image'] },
      'accepted',
    ],
  ])('judges %s', (_name, fields, document, expected) => {
    expect(refuse(fields, document)).toBe(expected);
  });

  it('supports only the protocols of OpenAI and Bedrock', () => {
    expect(refuse({}, {}, 'gemini')).toBe('unsupported_param');
  });

  it('moves on to the next provider when one does not support the request', () => {
    const { readFailure } = prepare();
    const say = (message: string): string => JSON.stringify({ error: { message } });
    const kindOf = (status: number, message: string): string =>
      readFailure(status, say(message), {}).kind;
    expect(kindOf(400, 'dimensions is not supported by this model')).toBe('unsupported');
    expect(kindOf(405, 'unsupported operation')).toBe('unsupported');
    expect(kindOf(400, 'input is too odd')).toBe('bad-request');
    expect(kindOf(404, 'no such model')).toBe('not-found');
  });

  it('reads vectors and their usage', () => {
    const text = JSON.stringify({
      data: [{ object: 'embedding', index: 0, embedding: [1] }],
      usage: { prompt_tokens: 2, total_tokens: 2 },
    });
    const reading = prepare().readPlain(text);
    expect(reading).toMatchObject({ hasContent: true, usage: { usage: { input: 2, output: 0 } } });
    const settled = { usage: { ...emptyUsage, input: 2 }, costNanos: 5n, upstream: undefined };
    expect(JSON.parse(reading.render(settled))).toMatchObject({
      model: 'acme/small',
      usage: { cost: 5e-9 },
    });
    expect(prepare().readPlain('{"data":[]}').hasContent).toBe(false);
  });
});
