import { listHourPieces } from './hour-pieces';

const minuteMs = 60_000;
const at = (minutes: number): number => minutes * minuteMs;
const list = (...minutes: readonly number[]) =>
  listHourPieces(minutes.map(at)).map(({ startMs, endMs, fromPoint, toPoint }) => [
    ...[startMs / minuteMs, endMs / minuteMs],
    ...[fromPoint, toPoint],
  ]);

describe('pieces of hours', () => {
  it('are not needed for borders at the start of hours', () => {
    expect(list(0, 60, 180)).toEqual([]);
  });

  it('reach from a border to the end of its hour', () => {
    expect(list(30, 90, 180)).toEqual([
      [30, 60, 0, 1],
      [90, 120, 1, 2],
    ]);
  });

  it('are moved from the point of the start of their hour', () => {
    expect(list(10, 30, 50)).toEqual([
      [10, 30, 0, 1],
      [30, 50, 0, 2],
      [50, 60, 0, 3],
    ]);
    expect(list(0, 30, 45)).toEqual([
      [30, 45, 1, 2],
      [45, 60, 1, 3],
    ]);
  });
});
