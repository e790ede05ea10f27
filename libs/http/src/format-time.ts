/** ISO 8601 in UTC, to the second. */
export function formatTime(time: Date): string;
export function formatTime(time: Date | null): string | null;
export function formatTime(time: Date | null): string | null {
  return time === null ? null : time.toISOString().replace(/\.\d{3}Z$/, 'Z');
}
