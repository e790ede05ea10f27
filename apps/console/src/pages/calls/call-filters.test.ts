import { makeCallsQuery, readCallFilters } from './call-filters';

const nowMs = Date.parse('2026-11-16T12:00:00Z');

describe('the filters of calls', () => {
  it('ignore what is no filter', () => {
    const search = { since: 'decade', status: 'odd', model: 'a/b', failover: true, other: 1 };
    expect(readCallFilters(search)).toEqual({ model: 'a/b', failover: 'true' });
  });

  it('become the query of the API', () => {
    expect(makeCallsQuery({ since: 'day', key: 'key_1', min: '0.5' }, nowMs)).toEqual({
      from: '2026-11-15T12:00:00.000Z',
      api_key_id: 'key_1',
      min_cost: '0.5',
    });
  });

  it('ask for every call without filters', () => {
    expect(makeCallsQuery({}, nowMs)).toEqual({});
  });
});
