import fc from 'fast-check';
import { computeGrantLeft, type EndingGrant } from './grant';

const aGrant = (changes: Partial<EndingGrant>): EndingGrant => ({
  id: 'a',
  amountNanos: 25n,
  expiresAtMs: 1,
  usageStartNanos: 0n,
  usageEndNanos: 0n,
  ...changes,
});

describe('what is left of a grant', () => {
  it.each([
    [0n, 25n],
    [20n, 5n],
    [25n, 0n],
    [500n, 0n],
  ])('after %s were spent is %s', (usageEndNanos, left) => {
    expect(computeGrantLeft([aGrant({ usageEndNanos })], 'a')).toBe(left);
  });

  it('does not count what was spent before it was given', () => {
    const grant = aGrant({ usageStartNanos: 100n, usageEndNanos: 105n });
    expect(computeGrantLeft([grant], 'a')).toBe(20n);
  });

  it('is not spent while one that ends earlier lasts', () => {
    const first = aGrant({ id: 'first', usageEndNanos: 30n });
    const second = aGrant({ id: 'second', expiresAtMs: 2, usageEndNanos: 30n });
    expect(computeGrantLeft([second, first], 'first')).toBe(0n);
    expect(computeGrantLeft([second, first], 'second')).toBe(20n);
  });

  it('is spent on both sides of what another took', () => {
    const short = aGrant({ id: 'short', usageStartNanos: 10n, usageEndNanos: 100n });
    const long = aGrant({
      id: 'long',
      amountNanos: 60n,
      expiresAtMs: 2,
      usageEndNanos: 100n,
    });
    // 10 before the short one, none during its 25, 50 after it.
    expect(computeGrantLeft([short, long], 'long')).toBe(0n);
    expect(computeGrantLeft([short, { ...long, amountNanos: 90n }], 'long')).toBe(15n);
  });

  it('agrees with spending one by one from the grant that ends first', () => {
    const arbitrary = fc.record({
      amountNanos: fc.bigInt({ min: 1n, max: 20n }),
      expiresAtMs: fc.integer({ min: 1, max: 5 }),
      start: fc.bigInt({ min: 0n, max: 30n }),
      length: fc.bigInt({ min: 0n, max: 30n }),
    });
    fc.assert(
      fc.property(fc.array(arbitrary, { minLength: 1, maxLength: 6 }), (raw) => {
        const grants = raw.map(({ start, length, ...rest }, index) => ({
          ...rest,
          id: `g${index}`,
          usageStartNanos: start,
          usageEndNanos: start + length,
        }));
        const left = spendOneByOne(grants);
        for (const { id } of grants) expect(computeGrantLeft(grants, id)).toBe(left.get(id));
      }),
    );
  });
});

function spendOneByOne(grants: readonly EndingGrant[]): Map<string, bigint> {
  const left = new Map(grants.map(({ id, amountNanos }) => [id, amountNanos]));
  const inOrder = grants.toSorted(
    (one, other) => one.expiresAtMs - other.expiresAtMs || (one.id < other.id ? -1 : 1),
  );
  for (let spent = 0n; spent < 100n; spent++) {
    const payer = inOrder.find(
      ({ id, usageStartNanos, usageEndNanos }) =>
        usageStartNanos <= spent && spent < usageEndNanos && (left.get(id) ?? 0n) > 0n,
    );
    if (payer) left.set(payer.id, (left.get(payer.id) ?? 0n) - 1n);
  }
  return left;
}
