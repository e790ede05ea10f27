import { isDeepStrictEqual } from 'node:util';

export interface SeedState {
  /** What is in force; undefined: nothing, or something that was taken away. */
  readonly current: object | undefined;
  /** What the last start wrote; undefined: it never wrote it. */
  readonly remembered: object | undefined;
  readonly wanted: object;
}

export type SeedDecision = 'write' | 'keep';

/** A start writes what it wrote itself before, and what nobody has: the rest is the operators'. */
export function decideSeed({ current, remembered, wanted }: SeedState): SeedDecision {
  if (current === undefined) return remembered === undefined ? 'write' : 'keep';
  if (!isDeepStrictEqual(current, remembered)) return 'keep';
  return isDeepStrictEqual(current, wanted) ? 'keep' : 'write';
}
