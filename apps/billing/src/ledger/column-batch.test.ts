import { defineColumns } from './column-batch';

const columns = defineColumns<{ name: string; amount: bigint }>({
  name: { type: 'text', read: ({ name }) => name },
  amount: { type: 'bigint', read: ({ amount }) => amount },
});

describe('columns of a batch', () => {
  it('are array literals that survive quotes, backslashes, commas and empty texts', () => {
    const names = ['', 'a"b', 'c\\d', 'e,f', '{g}', 'NULL'];
    expect(columns.values(names.map((name, index) => ({ name, amount: BigInt(index) })))).toEqual([
      '{"","a\\"b","c\\\\d","e,f","{g}","NULL"}',
      '{0,1,2,3,4,5}',
    ]);
    expect(columns.values([])).toEqual(['{}', '{}']);
  });

  it('take one parameter each', () => {
    expect(columns.from('t', 3)).toBe('unnest($3::text[], $4::bigint[]) AS t (name, amount)');
  });
});
