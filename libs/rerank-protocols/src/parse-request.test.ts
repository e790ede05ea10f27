import { AppError } from '@tollgate/errors';
import { parseRequest, type RerankRequest } from './parse-request';

const valid = { model: 'acme/rank', query: 'gate', documents: ['a gate', { text: 'a road' }] };

function parse(fields: Readonly<Record<string, unknown>> = {}): RerankRequest {
  const body = { ...valid, ...fields };
  return parseRequest(JSON.stringify(body), body);
}

function refuse(fields: Readonly<Record<string, unknown>>): unknown {
  try {
    return parse(fields);
  } catch (error) {
    return error instanceof AppError ? [error.reason, error.param] : error;
  }
}

describe('a rerank request', () => {
  it('has documents as texts or as objects with a text', () => {
    expect(parse()).toMatchObject({
      requestedModel: 'acme/rank',
      query: 'gate',
      documents: ['a gate', 'a road'],
      topN: undefined,
      returnsDocuments: false,
    });
  });

  it('reads the limit in the words of Cohere, Jina and Voyage', () => {
    expect(parse({ top_n: 1 }).topN).toBe(1);
    expect(parse({ top_k: 1 }).topN).toBe(1);
    expect(parse({ top_n: 2, top_k: 2 }).topN).toBe(2);
    expect(parse({ top_n: 99 }).topN).toBe(2);
  });

  it.each([
    ['no query', { query: undefined }, 'missing_required_field', 'query'],
    ['an empty query', { query: '' }, 'missing_required_field', 'query'],
    ['no documents', { documents: null }, 'missing_required_field', 'documents'],
    ['an empty list', { documents: [] }, 'missing_required_field', 'documents'],
    ['no model', { model: undefined }, 'missing_required_field', 'model'],
    ['a model that is no name', { model: 'a b' }, 'invalid_model_id', 'model'],
    ['a query that is no text', { query: 7 }, 'unsupported_param', 'query'],
    ['a limit of nothing', { top_n: 0 }, 'unsupported_param', 'top_n'],
    ['two limits', { top_n: 1, top_k: 2 }, 'unsupported_param', 'top_k'],
    ['fields to rank by', { rank_fields: ['title'] }, 'unsupported_param', 'rank_fields'],
    [
      'too many documents',
      { documents: Array.from({ length: 10_001 }, () => 'a') },
      'unsupported_param',
      'documents',
    ],
  ])('is refused with %s', (_name, fields, code, param) => {
    expect(refuse(fields)).toEqual([code, param]);
  });

  it('is refused with a document that is neither a text nor has one', () => {
    expect(refuse({ documents: ['a', { image: 'x' }] })).toEqual([
      'unsupported_param',
      expect.stringMatching(/^documents/),
    ]);
  });
});
