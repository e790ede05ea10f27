import { rateBuckets } from '../domain/rate-bucket';
import { routeTable } from './route-table';

/** Probes come often and from few addresses. */
const probes = ['/healthz', '/readyz'];

describe('the route table', () => {
  it('counts by address whatever needs no credential, but probes', () => {
    const open = routeTable.filter(
      ({ access, path }) => access.length === 0 && !probes.includes(path),
    );
    expect(open.length).toBeGreaterThan(0);
    const uncounted = open.filter(
      ({ bucket }) => bucket === null || rateBuckets[bucket].per !== 'address',
    );
    expect(uncounted.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('counts what spends money by the user', () => {
    for (const { bucket, access } of routeTable) {
      if (bucket === 'inference') expect(access).toEqual(['standard_key']);
    }
  });
});
