import { usdNumberToNanos } from '@tollgate/money';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';

const gateway = getSharedGateway();
const query = 'where is the toll paid';
const documents = ['ships wait for the wind', { text: 'the toll is paid at the gate' }];
let account: Account;

beforeAll(async () => {
  account = await openAccount(gateway);
});

const call = (body: object, path = '/v1/rerank'): ReturnType<typeof gateway.call> =>
  gateway.call(path, {
    bearer: account.key,
    body: { model: 'simulator/rerank', query, documents, ...body },
  });

describe('rankings', () => {
  it.each([
    ['Cohere', 'simulator/rerank', 'top_n'],
    ['Jina', 'simulator/rerank-jina', 'top_n'],
    ['Voyage', 'simulator/rerank-voyage', 'top_k'],
  ])('have the same shape over the protocol of %s', async (_name, model, limit) => {
    const { json, status } = await call({ model, [limit]: 1, return_documents: true });
    expect(status).toBe(200);
    expect(json).toMatchObject({ id: expect.stringMatching(/^gen-/) as string, model });
    expect(json.results).toEqual([
      {
        index: 1,
        relevance_score: expect.any(Number) as number,
        document: { text: 'the toll is paid at the gate' },
      },
    ]);
    expect(json.usage.cost).toBeGreaterThan(0);
  });

  it('are charged by searches where the provider bills them, with a line on the receipt', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const many = Array.from({ length: 101 }, (_unused, index) => `road ${index}`);
    const answer = await gateway.call('/v1/rerank', {
      bearer: payer.key,
      body: { model: 'simulator/rerank', query, documents: many, top_n: 3 },
    });
    expect(answer.json).toMatchObject({ meta: { billed_units: { search_units: 2 } } });
    expect(usdNumberToNanos(answer.json.usage.cost)).toBe(4_000_000n);
    const generationId = answer.headers.get('x-generation-id') ?? '';
    const receipt = await readGeneration(gateway, { generationId }, payer);
    expect(receipt).toMatchObject({
      model: 'simulator/rerank',
      api_type: 'rerank',
      billing_outcome: 'charged',
    });
    expect(JSON.stringify(receipt)).toContain('search_unit');
    expect(await readSettledCredits(gateway, payer.key)).toMatchObject({
      usage: 4_000_000n,
      reserved: 0n,
    });
  });

  it('are charged by tokens where the provider counts them', async () => {
    const { json } = await call({
      model: 'simulator/rerank-voyage',
      query: 'x'.repeat(40),
      documents: ['y'.repeat(400), 'z'.repeat(360)],
    });
    // The query of 10 tokens twice, 100 and 90: 210 tokens at 0.05 USD per million.
    expect(json.usage).toMatchObject({ prompt_tokens: 210, total_tokens: 210 });
    expect(usdNumberToNanos(json.usage.cost)).toBe(10_500n);
  });

  it.each([
    ['reports no usage', 'rerank+no_usage', 200],
    ['reports an impossible usage', 'rerank+bad_usage=negative', 502],
    ['sends no ranking', 'rerank+empty_choices', 502],
    ['fails', 'rerank+status=500', 502],
  ])('cost nothing when the provider %s', async (_name, upstreamModel, status) => {
    const id = `rank-fault/${upstreamModel.replace(/[^a-z]+/g, '-')}`;
    await addModel(gateway, {
      id,
      kind: 'rerank',
      protocol: 'cohere-rerank',
      prices: { searchUnit: '0.002' },
      upstreamModel,
    });
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const body = { model: id, query, documents };
    const answer = await gateway.call('/v1/rerank', { bearer: payer.key, body });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.json.usage.cost).toBe(0);
    expect(await readSettledCredits(gateway, payer.key)).toMatchObject({
      usage: 0n,
      reserved: 0n,
    });
  });

  it('name the fields that the provider does not have', async () => {
    const { headers, status } = await call({
      model: 'simulator/rerank-voyage',
      max_tokens_per_doc: 100,
    });
    expect(status).toBe(200);
    expect(headers.get('x-tollgate-dropped')).toBe('max_tokens_per_doc');
  });

  it.each([
    ['a chat model', { model: 'simulator/chat' }, 400, 'model_endpoint_mismatch'],
    ['an unknown model', { model: 'simulator/nobody' }, 400, 'unknown_model'],
    ['the router', { model: 'auto' }, 400, 'unknown_model'],
    ['no query', { query: '' }, 400, 'missing_required_field'],
    ['no documents', { documents: [] }, 400, 'missing_required_field'],
    ['a document without text', { documents: [{ image: 'x' }] }, 400, 'unsupported_param'],
    ['a limit of nothing', { top_n: 0 }, 400, 'unsupported_param'],
    ['two limits', { top_n: 1, top_k: 2 }, 400, 'unsupported_param'],
  ])('refuse %s', async (_name, body, status, code) => {
    const answer = await call(body);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });

  it('can be estimated, and are listed as models that rank', async () => {
    const { json } = await call({ endpoint: 'rerank' }, '/v1/estimate');
    expect(json).toMatchObject({ model: 'simulator/rerank', reserve: 0.002, would: 'admit' });
    const listed = await gateway.call('/v1/models?output_modalities=rerank');
    const entries = listed.json.data as { id: string; pricing: Record<string, string> }[];
    expect(entries.find(({ id }) => id === 'simulator/rerank')?.pricing).toMatchObject({
      search_unit: '0.002',
    });
  });
});
