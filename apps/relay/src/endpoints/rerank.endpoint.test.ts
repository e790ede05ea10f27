import { AppError } from '@tollgate/errors';
import { emptyUsage } from '@tollgate/model-spec';
import { computeCharge } from '@tollgate/money';
import { aModel, aRoute, aSnapshot } from '../../test/support/build-calls';
import { listCandidates } from '../call/route/list-candidates';
import { measureWork } from '../call/route/measure-work';
import type { ModelDocument, RouteProtocol } from '../catalog/catalog';
import type { InferenceRequest, PreparedRequest } from '../domain/endpoint';
import { rerankEndpoint } from './rerank.endpoint';

type Fields = Readonly<Record<string, unknown>>;

const face = { ulid: 'X', model: 'acme/small', requestId: 'req_1', createdAtSeconds: 1 };
const searches = { kind: 'rerank', prices: { searchUnit: '0.002' } } as const;
const tokens = { kind: 'rerank', prices: { prompt: '0.05' } } as const;

function parse(fields: Fields = {}): InferenceRequest {
  const body = { model: 'acme/small', query: 'gate', documents: ['a road', 'a gate'], ...fields };
  return rerankEndpoint.parse({ body, bodyText: JSON.stringify(body), clientHeaders: {} });
}

function prepare(
  protocol: RouteProtocol = 'cohere-rerank',
  fields: Fields = {},
  document: Partial<Pick<ModelDocument, 'kind' | 'prices'>> = searches,
): PreparedRequest {
  const model = aModel(document);
  const snapshot = aSnapshot([model], { 'acme/small': [aRoute({ protocol })] });
  const [candidate] = listCandidates(model, snapshot);
  if (candidate === undefined) throw new Error('no candidate');
  return parse(fields).fitTo(model).prepare(candidate, face);
}

function refuse(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return error instanceof AppError ? error.reason : 'broken';
  }
}

describe('the rerank endpoint', () => {
  it.each<[RouteProtocol, string]>([
    ['cohere-rerank', 'http://127.0.0.1:1/v1/v2/rerank'],
    ['jina-rerank', 'http://127.0.0.1:1/v1/rerank'],
    ['voyage-rerank', 'http://127.0.0.1:1/v1/rerank'],
    ['openai', 'http://127.0.0.1:1/v1/rerank'],
  ])('is served over %s', (protocol, url) => {
    expect(prepare(protocol).request.url).toBe(url);
  });

  it('is not served over protocols of text', () => {
    expect(refuse(() => prepare('gemini'))).toBe('unsupported_param');
  });

  it('refuses models of other kinds', () => {
    expect(refuse(() => prepare('openai', {}, { kind: 'chat' }))).toBe('model_endpoint_mismatch');
  });

  it('is the only one that routes of rankings serve', () => {
    const model = aModel({ kind: 'chat' });
    const routes = { 'acme/small': [aRoute({ protocol: 'cohere-rerank' })] };
    expect(listCandidates(model, aSnapshot([model], routes))).toEqual([]);
  });

  it('names the fields that the provider does not have', () => {
    const fields = { max_tokens_per_doc: 100, truncation: true };
    expect(prepare('cohere-rerank', fields).headers).toEqual({
      'x-tollgate-dropped': 'truncation',
    });
    expect(prepare('voyage-rerank', fields).headers).toEqual({
      'x-tollgate-dropped': 'max_tokens_per_doc',
    });
    expect(prepare('jina-rerank').headers).toEqual({});
  });

  it('reserves searches or tokens, whatever has a price', () => {
    const reserve = (document: Partial<ModelDocument>): unknown => {
      const model = aModel(document as Parameters<typeof aModel>[0]);
      const request = parse({ query: 'x'.repeat(32), documents: ['x'.repeat(64), 'x'.repeat(96)] });
      return request.measureUnits?.(model, measureWork(request, model)).reserve(model.prices);
    };
    expect(reserve(searches)).toBe(2_000_000n);
    // The query twice and both documents: 2 x 10 + 20 + 30 tokens.
    expect(reserve(tokens)).toBe(70n * 50n);
  });

  it('charges the searches that the provider reports', () => {
    const text = JSON.stringify({
      results: [{ index: 1, relevance_score: 0.9 }],
      meta: { billed_units: { search_units: 2 } },
    });
    const reading = prepare().readPlain(text);
    expect(reading.hasContent).toBe(true);
    const lines = reading.makeLines?.(aModel(searches).prices) ?? [];
    expect(lines).toEqual([{ bucket: 'search_unit', units: 2n, pricePicos: 2_000_000_000n }]);
    expect(computeCharge(lines)).toBe(4_000_000n);
    const settled = { usage: emptyUsage, costNanos: 4_000_000n, upstream: undefined };
    expect(JSON.parse(reading.render(settled))).toMatchObject({
      model: 'acme/small',
      results: [{ index: 1, relevance_score: 0.9 }],
      usage: { search_units: 2, cost: 0.004 },
    });
  });

  it('charges the tokens that the provider reports', () => {
    const text = JSON.stringify({
      data: [{ index: 0, relevance_score: 0.1 }],
      usage: { total_tokens: 1_000 },
    });
    const reading = prepare('voyage-rerank', {}, tokens).readPlain(text);
    expect(computeCharge(reading.makeLines?.(aModel(tokens).prices) ?? [])).toBe(50_000n);
    expect(reading.usage).toMatchObject({ kind: 'usage', usage: { input: 1_000 } });
  });

  it('has no content without a ranking', () => {
    expect(prepare().readPlain('{"results":[]}').hasContent).toBe(false);
    expect(refuse(() => prepare().readPlain('<html>'))).toBe('upstream_unavailable');
  });

  it.each([
    ['cohere-rerank', { message: 'invalid request: model not supported' }, 'unsupported'],
    ['voyage-rerank', { detail: 'The token limit is exceeded' }, 'context-too-long'],
    ['jina-rerank', { detail: 'documents are odd' }, 'bad-request'],
  ] as const)('reads the error of %s', (protocol, body, kind) => {
    const failure = prepare(protocol).readFailure(400, JSON.stringify(body), {});
    expect(failure).toEqual({ kind, message: Object.values(body)[0] });
  });
});
