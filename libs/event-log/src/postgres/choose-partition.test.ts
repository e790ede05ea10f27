import { choosePartition } from './choose-partition';

describe('choosePartition', () => {
  it('is the same for ever', () => {
    const chosen = ['', 'a', 'wallet_01J9', 'user_ü'].map((key) => choosePartition(key, 4));
    expect(chosen).toEqual([1, 0, 3, 0]);
  });

  it('spreads keys over all partitions', () => {
    const counts = [0, 0, 0, 0];
    for (let index = 0; index < 4_000; index++) {
      const partition = choosePartition(`wallet_${index}`, 4);
      counts[partition] = (counts[partition] ?? 0) + 1;
    }
    expect(Math.min(...counts)).toBeGreaterThan(800);
  });
});
