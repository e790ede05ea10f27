import { readCallFilters } from './call-filters';
import { makeCallsQuery } from './calls-query';

const viewer = { nowMs: Date.parse('2026-11-16T12:00:00Z'), timeZone: 'Europe/Berlin' };

describe('the filters of calls', () => {
  it('ignore what is no filter', () => {
    const search = { since: 'decade', status: 'odd', model: 'a/b', failover: true, other: 1 };
    expect(readCallFilters(search)).toEqual({ model: 'a/b', failover: 'true' });
  });

  it('become the query of the API', () => {
    expect(makeCallsQuery({ since: 'day', key: 'key_1', min: '0.5' }, viewer)).toEqual({
      from: '2026-11-15T12:00:00.000Z',
      api_key_id: 'key_1',
      min_cost: '0.5',
    });
  });

  it('take whole days of the viewer when days are chosen', () => {
    const days = { since: 'days', from: '2026-11-01', to: '2026-11-16' } as const;
    const query = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-16T23:00:00.000Z' };
    expect(makeCallsQuery(days, viewer)).toEqual(query);
    expect(makeCallsQuery({ ...days, since: 'all' }, viewer)).toEqual({});
  });

  it('ask for every call without filters', () => {
    expect(makeCallsQuery({}, viewer)).toEqual({});
  });
});
