const keptDays = 400;
const dayMs = 24 * 60 * 60 * 1_000;

/** Entries before this time are deleted. */
export function getOldestKept(now: Date): Date {
  return new Date(now.getTime() - keptDays * dayMs);
}
