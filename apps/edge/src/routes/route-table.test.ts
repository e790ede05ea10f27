import { rateBuckets } from '../domain/rate-bucket';
import { routeTable } from './route-table';

/** Probes come often and from few addresses. */
const probes = ['/healthz', '/readyz'];

describe('the route table', () => {
  it('counts by address whatever needs no credential, but probes', () => {
    const open = routeTable.filter(
      ({ access, isOpen, path }) => (access.length === 0 || isOpen) && !probes.includes(path),
    );
    expect(open.length).toBeGreaterThan(0);
    const uncounted = open.filter(
      ({ bucket }) => bucket === null || rateBuckets[bucket].per !== 'address',
    );
    expect(uncounted.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('counts what spends money by the user', () => {
    for (const { bucket, access } of routeTable) {
      if (bucket === 'inference') expect(access).toContain('standard_key');
    }
  });

  it('lets the people of an institution chat, embed, and see what they may', () => {
    const routes = routeTable.filter(({ access }) => access.includes('institution_session'));
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/chat/completions',
      'POST /v1/cursor/chat/completions',
      'POST /v1/completions',
      'POST /v1/embeddings',
      'GET /v1/images/models',
      'GET /v1/models',
      'GET /v1/models/{slug}',
      'GET /v1/models/{id}/prices',
      'GET /v1/models/{id}/endpoints',
      'GET /v1/models/{provider}/{model}',
      'GET /v1/key',
    ]);
  });
});
