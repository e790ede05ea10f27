import { tableColumns } from './table-columns';

interface Grant {
  readonly id: string;
  readonly walletId: string;
  readonly occurredAtMs: number;
  readonly expiresAtMs: number | null;
}

describe('tableColumns', () => {
  const columns = tableColumns<Grant>(['id', 'walletId', 'occurredAtMs', 'expiresAtMs'], {
    occurredAtMs: 'created_at',
  });

  it('names columns in snake case, or as they are renamed', () => {
    expect(columns.names).toBe('id, wallet_id, created_at, expires_at');
    expect(columns.parameters).toBe('$1, $2, $3, $4');
  });

  it('selects columns under the names of the fields, timestamps in milliseconds', () => {
    expect(columns.select).toBe(
      'id AS "id", wallet_id AS "walletId", ' +
        'floor(extract(epoch FROM created_at) * 1000)::float8 AS "occurredAtMs", ' +
        'floor(extract(epoch FROM expires_at) * 1000)::float8 AS "expiresAtMs"',
    );
  });

  it('lists the values of a record, milliseconds as dates', () => {
    const grant = { id: 'g1', walletId: 'w1', occurredAtMs: 5, expiresAtMs: null };
    expect(columns.values(grant)).toEqual(['g1', 'w1', new Date(5), null]);
  });
});
