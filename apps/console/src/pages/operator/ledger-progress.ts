import type { LedgerVerification } from '../../api/generated/types.gen';

export interface Progress {
  readonly invariants: readonly Invariant[];
  readonly failed: readonly string[];
  readonly remaining: readonly string[];
}

type Invariant = LedgerVerification['invariants'][number];

/** Adds what one request checked to what was checked before it. */
export function addPart(before: Progress | undefined, part: LedgerVerification): Progress {
  // Some invariants are checked together, so a part may repeat one.
  const known = new Set(part.invariants.map(({ id }) => id));
  return {
    invariants: [
      ...(before?.invariants.filter(({ id }) => !known.has(id)) ?? []),
      ...part.invariants,
    ],
    failed: [...(before?.failed ?? []), ...part.failed],
    remaining: part.remaining,
  };
}

export function sortWrongFirst(invariants: readonly Invariant[]): readonly Invariant[] {
  return invariants.toSorted((one, other) => Number(one.held) - Number(other.held));
}
