import { ObjectStoreError, type ByteRange } from './object-store';

/** What of `totalBytes` a range covers; an end behind the last byte means the last byte. */
export function resolveRange(
  range: ByteRange | undefined,
  totalBytes: number,
): { readonly start: number; readonly bytes: number } {
  if (!range) return { start: 0, bytes: totalBytes };
  assertRange(range);
  const end = Math.min(range.end ?? totalBytes - 1, totalBytes - 1);
  if (range.start > end) throw new ObjectStoreError('range', `there are only ${totalBytes} bytes`);
  return { start: range.start, bytes: end - range.start + 1 };
}

export function assertRange({ start, end }: ByteRange): void {
  const isWhole = Number.isSafeInteger(start) && (end === undefined || Number.isSafeInteger(end));
  if (!isWhole || start < 0 || (end !== undefined && end < start)) {
    throw new RangeError('not a range of bytes');
  }
}
