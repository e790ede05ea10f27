import { emptyUsage } from '@tollgate/model-spec';
import { aModel, aRoute, aSnapshot } from '../../../test/support/build-calls';
import { listCandidates } from '../../call/route/list-candidates';
import type { PreparedRequest } from '../../domain/endpoint';
import { embeddingsEndpoint } from './embeddings.endpoint';

const face = { ulid: 'X', model: 'acme/small', requestId: 'req_1', createdAtSeconds: 1 };
const titan = 'amazon.titan-embed-text-v2:0';

function prepare(
  fields: Readonly<Record<string, unknown>>,
  upstreamModel = titan,
): PreparedRequest {
  // Only models of this family take tokens.
  const model = { ...aModel({ kind: 'embeddings' }), family: 'openai' as const };
  const route = aRoute({ protocol: 'bedrock', upstreamModel });
  const body = { model: 'acme/small', input: 'Hello', ...fields };
  const raw = { body, bodyText: JSON.stringify(body), clientHeaders: {} };
  const [candidate] = listCandidates(model, aSnapshot([model], { 'acme/small': [route] }));
  if (candidate === undefined) throw new Error('no candidate');
  return embeddingsEndpoint.parse(raw).fitTo(model).prepare(candidate, face);
}

const answer = (embedding: unknown, inputTextTokenCount: number) => ({
  text: JSON.stringify({ embedding, inputTextTokenCount }),
  headers: {},
});
const settled = { usage: { ...emptyUsage, input: 5 }, costNanos: 5n, upstream: undefined };

describe('embeddings over Bedrock', () => {
  it('are one request for each text, a few at the same time', () => {
    const { joined, request } = prepare({ input: ['One', 'Two'], dimensions: 256, user: 'u' });
    expect(joined).toMatchObject({ count: 2, parallelMax: 8 });
    expect(joined?.requests?.[0]).toBe(request);
    expect(joined?.requests?.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { inputText: 'One', dimensions: 256 },
      { inputText: 'Two', dimensions: 256 },
    ]);
  });

  it('are joined in order, with the sum of their tokens', () => {
    const reading = prepare({ input: ['One', 'Two'] }).joined?.readPlain([
      answer([1, 0], 2),
      answer([0, 1], 3),
    ]);
    expect(reading).toMatchObject({
      hasContent: true,
      usage: { kind: 'usage', usage: { input: 5, output: 0 } },
    });
    // The hold covers one call: several are charged as one.
    expect(reading).not.toHaveProperty('singleUsages');
    expect(JSON.parse(reading?.render(settled) ?? '')).toEqual({
      object: 'list',
      model: 'acme/small',
      data: [
        { object: 'embedding', index: 0, embedding: [1, 0] },
        { object: 'embedding', index: 1, embedding: [0, 1] },
      ],
      usage: { prompt_tokens: 5, total_tokens: 5, cost: 5e-9 },
    });
  });

  it('are no answer when one of them is missing', () => {
    const { joined } = prepare({ input: ['One', 'Two'] });
    const reading = joined?.readPlain([answer([1, 0], 2), answer(null, 3)]);
    expect(reading?.hasContent).toBe(false);
  });

  it.each([
    ['tokens', { input: [1, 2] }, titan, 'takes texts only'],
    ['other dimensions', { dimensions: 300 }, titan, 'must be 256 or 512 or 1024'],
    ['too many texts', { input: Array.from({ length: 97 }, () => 'a') }, titan, 'at most 96 texts'],
    ['another model', {}, 'anthropic.claude-3', 'Titan Text Embeddings and Cohere Embed'],
  ])('refuse %s', (_name, fields, upstreamModel, message) => {
    expect(() => prepare(fields, upstreamModel)).toThrow(message);
  });
});
