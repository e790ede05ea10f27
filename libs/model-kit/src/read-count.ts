import { extraUsesDefault } from '@tollgate/model-spec';

/** A count above this is a broken upstream, not a long prompt. */
const tokensMax = 100_000_000;

/** Absent counts as 0; anything that is not a whole number in range as undefined. */
export function readCount(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
  return value >= 0 && value <= tokensMax ? value : undefined;
}

/** All counts together; undefined when one of them cannot be trusted. */
export function readCounts<Name extends string>(
  values: Readonly<Record<Name, unknown>>,
): Readonly<Record<Name, number>> | undefined {
  const counts: Record<string, number> = {};
  for (const name in values) {
    const count = readCount(values[name]);
    if (count === undefined) return undefined;
    counts[name] = count;
  }
  return counts as Record<Name, number>;
}

/** How often a tool of the provider may run; what the caller does not limit has our own limit. */
export function readUsesMax(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
    ? value
    : extraUsesDefault;
}
