import { emptyUsage } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/model-kit';
import { makeUpstreamTarget } from '@tollgate/testing';
import { prepareEmbeddings, type PreparedEmbeddings } from './prepare-embeddings';

const titanV2 = 'amazon.titan-embed-text-v2:0';
const titanV1 = 'amazon.titan-embed-text-v1';
const cohereV3 = 'cohere.embed-multilingual-v3';
const cohereV4 = 'eu.cohere.embed-v4:0';

function prepare(
  upstreamModel: string,
  texts: readonly string[] = ['Hello'],
  more: { readonly dimensions?: number; readonly inputType?: unknown } = {},
): PreparedEmbeddings {
  const wanted = { texts, dimensions: more.dimensions, inputType: more.inputType };
  return prepareEmbeddings(wanted, makeUpstreamTarget({ upstreamModel }));
}

function send(...input: Parameters<typeof prepare>): unknown[] {
  return prepare(...input).requests.map(({ body }) => JSON.parse(body) as unknown);
}

const used = (input: number) => ({ kind: 'usage', usage: { ...emptyUsage, input } });
const answer = (body: Fields, tokens?: string) => ({
  body,
  headers: tokens === undefined ? {} : { 'x-amzn-bedrock-input-token-count': tokens },
});
const many = (count: number): string[] => Array.from({ length: count }, (_unused, at) => `t${at}`);

describe('a request for embeddings', () => {
  it('calls InvokeModel with the proof of Converse', () => {
    const [request] = prepare(titanV2).requests;
    expect(request).toMatchObject({
      url: 'https://upstream.test/v1/model/amazon.titan-embed-text-v2%3A0/invoke',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
    });
    expect(request.headers['authorization']).toMatch(/^Bearer /);
  });

  it.each([
    ['Titan V2', titanV2, {}, { inputText: 'Hello' }],
    ['shorter Titan V2', titanV2, { dimensions: 512 }, { inputText: 'Hello', dimensions: 512 }],
    ['Titan V1', titanV1, { dimensions: 1_536 }, { inputText: 'Hello' }],
    [
      'Cohere v3',
      cohereV3,
      { dimensions: 1_024 },
      { texts: ['Hello'], input_type: 'search_document', embedding_types: ['float'] },
    ],
    [
      'Cohere v4',
      cohereV4,
      { dimensions: 256, inputType: 'search_query' },
      {
        texts: ['Hello'],
        input_type: 'search_query',
        embedding_types: ['float'],
        output_dimension: 256,
      },
    ],
  ])('has the body of %s', (_name, model, more, body) => {
    expect(send(model, ['Hello'], more)).toEqual([body]);
  });

  it('is split where the model takes fewer texts', () => {
    expect(send(titanV2, ['a', 'b'])).toEqual([{ inputText: 'a' }, { inputText: 'b' }]);
    const batches = send(cohereV3, many(100)) as { readonly texts: readonly string[] }[];
    expect(batches.map(({ texts }) => texts.length)).toEqual([96, 4]);
    expect(batches[1]?.texts[0]).toBe('t96');
  });

  it.each([
    ['dimensions of another model', titanV2, ['a'], { dimensions: 1_536 }, 'got 1536'],
    ['too many texts', titanV2, many(97), {}, 'at most 96 texts for this model (got 97)'],
    ['too many texts for batches', cohereV4, many(769), {}, 'at most 768 texts'],
    ['an unknown purpose', cohereV4, ['a'], { inputType: 'x' }, 'input_type must be one of'],
    ['a model without embeddings', 'amazon.nova-lite-v1:0', ['a'], {}, 'Titan Text Embeddings'],
  ])('is refused with %s', (_name, model, texts, more, message) => {
    expect(() => prepare(model, texts, more)).toThrow(message);
  });
});

describe('an answer with embeddings', () => {
  it('of Titan has the count in its body', () => {
    const { readAnswers } = prepare(titanV2, ['a', 'b']);
    // As Amazon documents it: the same vector is listed by its type once more.
    const titan = (vector: readonly number[], tokens: number) =>
      answer({
        embedding: vector,
        inputTextTokenCount: tokens,
        embeddingsByType: { float: vector },
      });
    expect(readAnswers([titan([0.1, 0.2], 3), titan([0.3, 0.4], 4)])).toEqual({
      vectors: [
        [0.1, 0.2],
        [0.3, 0.4],
      ],
      usages: [used(3), used(4)],
    });
  });

  it.each([
    ['a list', [[0.1], [0.2]]],
    ['lists by type', { float: [[0.1], [0.2]] }],
  ])('of Cohere is %s, with the count in a header', (_name, embeddings) => {
    const body = { id: '1', response_type: 'embeddings_by_type', embeddings, texts: ['a', 'b'] };
    expect(prepare(cohereV3, ['a', 'b']).readAnswers([answer(body, '7')])).toEqual({
      vectors: [[0.1], [0.2]],
      usages: [used(7)],
    });
  });

  it.each([
    ['billed units', { meta: { billed_units: { input_tokens: 5 } } }, undefined, used(5)],
    ['no count', {}, undefined, { kind: 'missing' }],
    ['a count of 0', {}, '0', { kind: 'missing' }],
    ['a count that is no number', {}, '-7', { kind: 'unusable' }],
  ])('of Cohere with %s has its usage', (_name, more, tokens, usage) => {
    const body = { embeddings: { float: [[0.1]] }, ...more };
    expect(prepare(cohereV4).readAnswers([answer(body, tokens)])?.usages).toEqual([usage]);
  });

  it.each([
    ['no vector', {}],
    ['an empty vector', { embedding: [] }],
    ['something that is not a number', { embedding: [1, null] }],
  ])('is not usable with %s', (_name, body) => {
    expect(prepare(titanV2).readAnswers([answer(body)])).toBeUndefined();
  });

  it('is not usable with fewer vectors than texts', () => {
    const body = { embeddings: { float: [[0.1]] } };
    expect(prepare(cohereV3, ['a', 'b']).readAnswers([answer(body)])).toBeUndefined();
  });
});
