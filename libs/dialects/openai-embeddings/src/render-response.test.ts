import { emptyUsage, type SettledUsage } from '@tollgate/model-spec';
import type { Fields } from '@tollgate/model-kit';
import { readEmbeddings, renderResponse, renderVectors } from './render-response';

const floats = [0.5, -0.25, 1];
const base64 = Buffer.from(new Float32Array(floats).buffer).toString('base64');
const settled: SettledUsage = {
  usage: { ...emptyUsage, input: 8 },
  costNanos: 100n,
  upstream: { prompt_tokens: 8, total_tokens: 8, vendor: 1 },
};

function answer(...embeddings: unknown[]): string {
  const data = embeddings.map((embedding, index) => ({ object: 'embedding', index, embedding }));
  return JSON.stringify({ object: 'list', data, model: 'up', usage: { prompt_tokens: 8 } });
}

function render(text: string, encoding: 'float' | 'base64'): Fields {
  const vectors = readEmbeddings(JSON.parse(text) as Fields) ?? [];
  const face = { model: 'acme/vectors', encoding };
  return JSON.parse(renderResponse(text, vectors, face, settled)) as Fields;
}

describe('an answer with embeddings', () => {
  it.each([
    ['float', floats, floats],
    ['float', base64, floats],
    ['base64', floats, base64],
    ['base64', base64, base64],
  ] as const)('is in %s as asked, whatever the provider sent', (encoding, sent, shown) => {
    expect(render(answer(sent, sent), encoding)['data']).toEqual([
      { object: 'embedding', index: 0, embedding: shown },
      { object: 'embedding', index: 1, embedding: shown },
    ]);
  });

  it('has every vector at the position of its input, in any order of the upstream', () => {
    const data = [2, 0, 1].map((index) => ({ object: 'embedding', index, embedding: [index, 1] }));
    const shown = render(JSON.stringify({ object: 'list', data }), 'float')['data'];
    expect(shown).toEqual(
      [0, 1, 2].map((index) => ({ object: 'embedding', index, embedding: [index, 1] })),
    );
  });

  it('numbers vectors that came without a number', () => {
    const data = [{ embedding: [5] }, { embedding: [6] }];
    expect(render(JSON.stringify({ object: 'list', data }), 'float')['data']).toEqual([
      { object: 'embedding', index: 0, embedding: [5] },
      { object: 'embedding', index: 1, embedding: [6] },
    ]);
  });

  it('carries the catalog id, the counts that were charged and the cost', () => {
    expect(render(answer(floats), 'float')).toMatchObject({
      object: 'list',
      model: 'acme/vectors',
      usage: { prompt_tokens: 8, total_tokens: 8, vendor: 1, cost: 1e-7 },
    });
  });

  it.each([
    ['float', floats],
    ['base64', base64],
  ] as const)('is made in %s of the vectors of another protocol', (encoding, shown) => {
    const text = renderVectors([floats, floats], { model: 'acme/vectors', encoding }, settled);
    expect(JSON.parse(text)).toMatchObject({
      object: 'list',
      model: 'acme/vectors',
      data: [
        { object: 'embedding', index: 0, embedding: shown },
        { object: 'embedding', index: 1, embedding: shown },
      ],
      usage: { prompt_tokens: 8, total_tokens: 8, cost: 1e-7 },
    });
  });

  it('keeps the digits of what needs no change', () => {
    const text = answer(floats).replace('0.5', '0.50000000000000001');
    const vectors = readEmbeddings(JSON.parse(text) as Fields) ?? [];
    const face = { model: 'm', encoding: 'float' } as const;
    expect(renderResponse(text, vectors, face, settled)).toContain('0.50000000000000001');
  });

  it.each([
    ['no data', {}],
    ['an empty list', { data: [] }],
    ['something that is no vector', { data: [{ embedding: {} }] }],
    ['an empty vector', { data: [{ embedding: [] }] }],
  ])('is undefined with %s', (_name, body) => {
    expect(readEmbeddings(body)).toBeUndefined();
  });
});
