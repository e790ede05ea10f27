/** ISO 8601 in UTC, in whole seconds. */
export function formatTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, -5)}Z`;
}
