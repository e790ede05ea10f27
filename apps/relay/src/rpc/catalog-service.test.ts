import type { CatalogServiceServer, ListModelsResponse } from '@tollgate/contracts';
import { aModel, aRoute, aSnapshot } from '../../test/support/build-calls';
import { createCatalogService } from './catalog-service';

const models = [
  aModel({ id: 'acme/small', name: 'Small One' }),
  aModel({ id: 'acme/large', name: 'Large One' }),
  aModel({ id: 'bcme/large', name: 'Other' }),
  aModel({ id: 'acme/retired', name: 'Large, retired', deprecationDate: '2020-01-01' }),
];
const { implementation } = createCatalogService(() =>
  aSnapshot(models, Object.fromEntries(models.map(({ id }) => [id, [aRoute()]]))),
);

async function list(request: { search?: string; pageSize?: number; pageToken?: string }) {
  const { listModels } = implementation as unknown as CatalogServiceServer;
  const handler = listModels as unknown as (
    call: object,
    done: (error: Error | null, answer: ListModelsResponse) => void,
  ) => void;
  const answer = await new Promise<ListModelsResponse>((resolve, reject) => {
    const call = { request: { search: '', pageSize: 0, pageToken: '', ...request } };
    const rest = { metadata: { get: () => [] }, on: () => undefined };
    handler({ ...call, ...rest }, (error, found) => (error ? reject(error) : resolve(found)));
  });
  return [answer.models.map(({ modelId }) => modelId), answer.nextPageToken];
}

describe('the list of models for other services', () => {
  it('has all models in the order of their ids, in pages', async () => {
    const ids = ['acme/large', 'acme/retired', 'acme/small', 'bcme/large'];
    expect(await list({})).toEqual([ids, '']);
    expect(await list({ pageSize: 3 })).toEqual([ids.slice(0, 3), 'acme/small']);
    expect(await list({ pageSize: 3, pageToken: 'acme/small' })).toEqual([['bcme/large'], '']);
  });

  it('is searched by a part of id or name, without retired models', async () => {
    expect(await list({ search: 'LARGE' })).toEqual([['acme/large', 'bcme/large'], '']);
    expect(await list({ search: 'small o' })).toEqual([['acme/small'], '']);
    expect(await list({ search: 'large', pageSize: 1 })).toEqual([['acme/large'], 'acme/large']);
    expect(await list({ search: '.*' })).toEqual([[], '']);
  });
});
