const dayMs = 24 * 60 * 60 * 1_000;

/** How many days rows are kept. */
export const keptDays = { entries: 400, refusals: 7 } as const;

/** Rows before this time are deleted. */
export function getOldestKept(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}
