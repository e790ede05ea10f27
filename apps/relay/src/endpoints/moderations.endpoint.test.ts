import { AppError } from '@tollgate/errors';
import { emptyUsage } from '@tollgate/model-spec';
import { computeCharge } from '@tollgate/money';
import { aModel, aRoute, aSnapshot } from '../../test/support/build-calls';
import { listCandidates } from '../call/route/list-candidates';
import type { ModelDocument } from '../catalog/catalog';
import type { PreparedRequest } from '../domain/endpoint';
import { moderationsEndpoint } from './moderations.endpoint';

type Fields = Readonly<Record<string, unknown>>;

const face = { ulid: 'X', model: 'acme/small', requestId: 'req_1', createdAtSeconds: 1 };
const judge = { kind: 'moderation', prices: { prompt: '0' } } as const;
const image = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } };

function prepare(
  fields: Fields = {},
  document: Partial<Pick<ModelDocument, 'kind' | 'inputModalities' | 'prices'>> = {},
  protocol: 'openai' | 'gemini' = 'openai',
): PreparedRequest {
  const model = aModel({ ...judge, ...document });
  const snapshot = aSnapshot([model], { 'acme/small': [aRoute({ protocol })] });
  const body = { model: 'acme/small', input: 'Hello', ...fields };
  const raw = { body, bodyText: JSON.stringify(body), clientHeaders: {} };
  const [candidate] = listCandidates(model, snapshot);
  if (candidate === undefined) throw new Error('no candidate');
  return moderationsEndpoint.parse(raw).fitTo(model).prepare(candidate, face);
}

function refuse(...input: Parameters<typeof prepare>): string {
  try {
    prepare(...input);
    return 'accepted';
  } catch (error) {
    return error instanceof AppError ? error.reason : 'broken';
  }
}

const answer = (more: Fields = {}): string =>
  JSON.stringify({ id: 'modr-1', results: [{ flagged: false, categories: {} }], ...more });

describe('the moderations endpoint', () => {
  it('sends the request without fields of the gateway', () => {
    const { request } = prepare({ provider: {}, models: ['acme/small'], model: undefined });
    expect(request.url).toBe('http://127.0.0.1:1/v1/moderations');
    expect(JSON.parse(request.body)).toEqual({ model: 'small', input: 'Hello' });
  });

  it.each<[string, Parameters<typeof prepare>, string]>([
    ['a model of another kind', [{}, { kind: 'chat' }], 'model_endpoint_mismatch'],
    [
      'images for a model of text',
      [{ input: [image] }, { inputModalities: ['text'] }],
      'input_images_not_supported',
    ],
    [
      'an image at a private address',
      [{ input: [{ type: 'image_url', image_url: { url: 'http://10.0.0.1/a.png' } }] }],
      'invalid_image_url',
    ],
    ['another protocol', [{}, {}, 'gemini'], 'unsupported_param'],
    ['images for a model that sees', [{ input: [image] }], 'accepted'],
  ])('judges %s', (_name, input, expected) => {
    expect(refuse(...input)).toBe(expected);
  });

  it('records a free judgement by a line without a price', () => {
    const reading = prepare().readPlain(answer());
    expect(reading.hasContent).toBe(true);
    const lines = reading.makeLines?.(aModel(judge).prices);
    expect(lines).toEqual([{ bucket: 'request', units: 1n, pricePicos: 0n }]);
    const settled = { usage: emptyUsage, costNanos: 0n, upstream: undefined };
    expect(JSON.parse(reading.render(settled))).toMatchObject({
      id: 'gen-X',
      model: 'acme/small',
      results: [{ flagged: false }],
      usage: { cost: 0 },
    });
  });

  it('charges tokens or requests where they have a price', () => {
    const charge = (prices: ModelDocument['prices'], text: string): bigint => {
      const lines = prepare({}, { prices }).readPlain(text).makeLines;
      return computeCharge(lines?.(aModel({ kind: 'moderation', prices }).prices) ?? []);
    };
    const usage = { prompt_tokens: 1_000, completion_tokens: 0, total_tokens: 1_000 };
    expect(charge({ prompt: '0.1' }, answer({ usage }))).toBe(100_000n);
    expect(charge({ prompt: '0', request: '0.001' }, answer())).toBe(1_000_000n);
  });

  it('has no content without results', () => {
    expect(prepare().readPlain('{"results":[]}').hasContent).toBe(false);
  });
});
