import { isDeepStrictEqual } from 'node:util';

export interface SeedState {
  /** The current row; undefined: never written, or deleted. */
  readonly current: object | undefined;
  /** What the last start wrote; undefined: nothing. */
  readonly remembered: object | undefined;
  readonly wanted: object;
}

export type SeedDecision = 'write' | 'keep';

/** A start overwrites only rows that it has written itself and no operator has changed since. */
export function decideSeed({ current, remembered, wanted }: SeedState): SeedDecision {
  if (current === undefined) return remembered === undefined ? 'write' : 'keep';
  if (!isDeepStrictEqual(current, remembered)) return 'keep';
  return isDeepStrictEqual(current, wanted) ? 'keep' : 'write';
}
