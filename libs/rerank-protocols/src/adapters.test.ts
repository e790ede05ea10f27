import { emptyUsage, type UpstreamTarget } from '@tollgate/model-spec';
import { cohereRerank, jinaRerank, voyageRerank } from './index';
import { parseRequest } from './parse-request';
import { renderResponse } from './render-response';
import type { RerankProtocol } from './rerank-protocol';

const target: UpstreamTarget = {
  baseUrl: 'https://rank.example',
  apiKey: 'secret',
  headers: {},
  upstreamModel: 'rank-1',
  family: 'other',
  supportedParameters: [],
  maxCompletionTokens: undefined,
};

const body = {
  model: 'acme/rank',
  query: 'gate',
  documents: ['a road', { text: 'a gate' }, 'a gatehouse'],
  top_n: 2,
  return_documents: true,
  max_tokens_per_doc: 512,
  truncation: false,
};
const request = parseRequest(JSON.stringify(body), body);
const texts = ['a road', 'a gate', 'a gatehouse'];

function build(protocol: RerankProtocol): unknown {
  const { body: sent, headers, url } = protocol.buildRequest(request, target);
  return { url, key: headers['authorization'], body: JSON.parse(sent) as unknown };
}

/** Answers as the providers document them. */
const answers = {
  cohere: {
    id: '07734bd2-2473-4f07-94e1-0d9f0e6843cf',
    results: [
      { index: 1, relevance_score: 0.999071 },
      { index: 2, relevance_score: 0.7867867 },
    ],
    meta: { api_version: { version: '2' }, billed_units: { search_units: 1 } },
  },
  jina: {
    model: 'jina-reranker-v2-base-multilingual',
    usage: { total_tokens: 815, prompt_tokens: 815 },
    results: [
      { index: 1, relevance_score: 0.8783, document: { text: 'a gate' } },
      { index: 0, relevance_score: 0.06 },
    ],
  },
  voyage: {
    object: 'list',
    data: [
      { relevance_score: 0.4375, index: 0 },
      { relevance_score: 0.421875, index: 1 },
    ],
    model: 'rerank-2-lite',
    usage: { total_tokens: 26 },
  },
};

describe('the protocol of Cohere', () => {
  it('sends its own fields only', () => {
    expect(build(cohereRerank)).toEqual({
      url: 'https://rank.example/v2/rerank',
      key: 'Bearer secret',
      body: { model: 'rank-1', query: 'gate', documents: texts, top_n: 2, max_tokens_per_doc: 512 },
    });
  });

  it('reads the ranking and its searches', () => {
    expect(cohereRerank.readResponse(answers.cohere, 3)).toEqual({
      results: [
        { index: 1, score: 0.999071 },
        { index: 2, score: 0.7867867 },
      ],
      usage: { kind: 'missing' },
      searchUnits: 1,
    });
  });

  it('does not believe an impossible number of searches', () => {
    const meta = { billed_units: { search_units: -1 } };
    const reading = cohereRerank.readResponse({ ...answers.cohere, meta }, 3);
    expect(reading).toMatchObject({ usage: { kind: 'unusable' }, searchUnits: undefined });
    const silent = cohereRerank.readResponse({ ...answers.cohere, meta: undefined }, 3);
    expect(silent).toMatchObject({ usage: { kind: 'missing' }, searchUnits: undefined });
  });
});

describe('the protocol of Jina', () => {
  it('does not ask for documents that are known already', () => {
    expect(build(jinaRerank)).toEqual({
      url: 'https://rank.example/rerank',
      key: 'Bearer secret',
      body: {
        model: 'rank-1',
        query: 'gate',
        documents: texts,
        top_n: 2,
        return_documents: false,
      },
    });
  });

  it('reads the ranking and its tokens', () => {
    expect(jinaRerank.readResponse(answers.jina, 3)).toEqual({
      results: [
        { index: 1, score: 0.8783 },
        { index: 0, score: 0.06 },
      ],
      usage: { kind: 'usage', usage: { ...emptyUsage, input: 815 } },
      searchUnits: undefined,
    });
  });
});

describe('the protocol of Voyage', () => {
  it('calls the limit top_k', () => {
    expect(build(voyageRerank)).toEqual({
      url: 'https://rank.example/rerank',
      key: 'Bearer secret',
      body: {
        model: 'rank-1',
        query: 'gate',
        documents: texts,
        top_k: 2,
        return_documents: false,
        truncation: false,
      },
    });
  });

  it('reads the ranking from data', () => {
    expect(voyageRerank.readResponse(answers.voyage, 3)).toMatchObject({
      results: [
        { index: 0, score: 0.4375 },
        { index: 1, score: 0.421875 },
      ],
      usage: { kind: 'usage', usage: { input: 26 } },
    });
  });
});

describe('a ranking', () => {
  const read = (results: unknown, usage?: unknown) =>
    jinaRerank.readResponse({ results, ...(usage !== undefined && { usage }) }, 2);

  it('has the best document first, whatever the provider sends', () => {
    const results = [
      { index: 0, relevance_score: -4.5 },
      { index: 1, relevance_score: 2 },
    ];
    expect(read(results)?.results.map(({ index }) => index)).toEqual([1, 0]);
  });

  it.each([
    ['nothing', []],
    ['no list', { index: 0 }],
    ['a document that was not sent', [{ index: 2, relevance_score: 1 }]],
    ['a document twice', [0, 0].map((index) => ({ index, relevance_score: 1 }))],
    ['a score that is no number', [{ index: 0, relevance_score: '1' }]],
    ['no place', [{ relevance_score: 1 }]],
  ])('is not usable with %s', (_name, results) => {
    expect(read(results)).toBeUndefined();
  });

  it.each([
    ['missing', undefined, 'missing'],
    ['zero', { total_tokens: 0 }, 'missing'],
    ['negative', { total_tokens: -1 }, 'unusable'],
    ['no object', 7, 'unusable'],
  ])('has a usage that may be %s', (_name, usage, kind) => {
    expect(read([{ index: 0, relevance_score: 1 }], usage)?.usage.kind).toBe(kind);
  });
});

describe('the answer to the client', () => {
  const face = { ulid: '01J', model: 'acme/rank' };
  const render = (protocol: RerankProtocol, answer: Record<string, unknown>, input: number) => {
    const reading = protocol.readResponse(answer, 3);
    if (reading === undefined) throw new Error('no ranking');
    const settled = { usage: { ...emptyUsage, input }, costNanos: 2_000_000n, upstream: undefined };
    return JSON.parse(renderResponse(reading, request, face, settled)) as unknown;
  };

  it('shows searches where they are billed, and the documents of the request', () => {
    expect(render(cohereRerank, answers.cohere, 0)).toEqual({
      id: 'gen-01J',
      model: 'acme/rank',
      results: [
        { index: 1, relevance_score: 0.999071, document: { text: 'a gate' } },
        { index: 2, relevance_score: 0.7867867, document: { text: 'a gatehouse' } },
      ],
      meta: { billed_units: { search_units: 1 } },
      usage: { prompt_tokens: 0, total_tokens: 0, search_units: 1, cost: 0.002 },
    });
  });

  it('shows tokens where they are billed', () => {
    expect(render(voyageRerank, answers.voyage, 26)).toMatchObject({
      usage: { prompt_tokens: 26, total_tokens: 26, cost: 0.002 },
    });
  });
});
