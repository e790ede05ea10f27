import { KnownCounts } from './known-counts';

/** The count that the next call will have, if it need not wait. */
function foresee(known: KnownCounts, limit: number): number | undefined {
  const found = known.find('inference', 'user_1');
  return found && known.foresee(found, limit) ? found.count : undefined;
}

const minute = 1_800_000_000_000;
const window = (count: number, resetAtSeconds = 1_800_000_060) => ({
  count,
  resetAtSeconds,
  secondsLeft: 10,
  blockedSeconds: 0,
});

describe('known counts', () => {
  it('are forgotten with their minute', () => {
    const time = { nowMs: minute };
    const known = new KnownCounts({ clock: { nowMs: () => time.nowMs }, instances: 1 });
    known.note('inference', 'user_1', window(1));
    expect(foresee(known, 200)).toBe(2);
    time.nowMs = minute + 60_000;
    expect(foresee(known, 200)).toBeUndefined();
    known.note('inference', 'user_1', window(1, 1_800_000_120));
    expect(foresee(known, 200)).toBe(2);
  });

  it.each([1, 2, 5])('let %i edges together pass fewer than the limit unseen', (instances) => {
    const limit = 20;
    let passed = 0;
    for (let edge = 0; edge < instances; edge++) {
      const known = new KnownCounts({ clock: { nowMs: () => minute }, instances });
      known.note('inference', 'user_1', window(1));
      while (foresee(known, limit) !== undefined) passed += 1;
    }
    expect(passed).toBeLessThan(limit);
  });
});
