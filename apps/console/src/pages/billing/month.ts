/** A month of the UTC calendar as `YYYY-MM`. */
export function toMonth(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 'YYYY-MM'.length);
}

/** So many months later; negative: earlier. */
export function shiftMonth(month: string, months: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return toMonth(Date.now());
  return toMonth(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}
