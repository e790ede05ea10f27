/** Numbers from 0 to 1 that are the same for the same seed, so that two demos look alike. */
export type Random = () => number;

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the entries, each as likely as its weight says. */
export function pick<T extends { readonly weight: number }>(
  random: Random,
  entries: readonly T[],
): T {
  let rest = random() * entries.reduce((sum, { weight }) => sum + weight, 0);
  const found = entries.find(({ weight }) => (rest -= weight) < 0) ?? entries.at(-1);
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}
