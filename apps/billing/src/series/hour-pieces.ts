const hourMs = 3_600_000;

/**
 * The part of a UTC hour after a border inside that hour. Sums by hour belong to the point of the
 * hour's start; the calls of a piece are moved from there to their own point.
 */
export interface HourPiece {
  readonly startMs: number;
  readonly endMs: number;
  /** Points count from 1; 0 is before the first border, one more than there are after the last. */
  readonly fromPoint: number;
  readonly toPoint: number;
}

export function listHourPieces(bordersMs: readonly number[]): HourPiece[] {
  const pieces: HourPiece[] = [];
  let hour = { startMs: Number.NaN, point: 0 };
  for (const [index, startMs] of bordersMs.entries()) {
    const hourStartMs = startMs - (startMs % hourMs);
    if (hourStartMs === startMs) continue;
    if (hourStartMs !== hour.startMs) hour = { startMs: hourStartMs, point: index };
    const hourEndMs = hourStartMs + hourMs;
    const endMs = Math.min(hourEndMs, bordersMs[index + 1] ?? hourEndMs);
    pieces.push({ startMs, endMs, fromPoint: hour.point, toPoint: index + 1 });
  }
  return pieces;
}
