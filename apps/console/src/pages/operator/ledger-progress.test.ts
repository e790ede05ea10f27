import { addPart, sortWrongFirst } from './ledger-progress';

const invariant = (id: string, held = true) => ({
  id,
  name: id,
  held,
  count: 1,
  unit: 'wallets',
  amountUsd: null,
  breaches: held ? 0 : 1,
  firstBreach: null,
});

describe('the progress of a verification', () => {
  it('adds parts until nothing remains', () => {
    const first = addPart(undefined, {
      invariants: [invariant('a')],
      failed: ['b'],
      remaining: ['c', 'd'],
    });
    const second = addPart(first, {
      invariants: [invariant('a', false), invariant('c')],
      failed: [],
      remaining: [],
    });
    expect(second).toMatchObject({ failed: ['b'], remaining: [] });
    expect(second.invariants.map(({ held, id }) => [id, held])).toEqual([
      ['a', false],
      ['c', true],
    ]);
  });

  it('shows what is wrong first', () => {
    const sorted = sortWrongFirst([invariant('a'), invariant('b', false), invariant('c')]);
    expect(sorted.map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  });
});
