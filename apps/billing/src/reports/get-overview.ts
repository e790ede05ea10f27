import type { BrakeReport, GetBrake } from '../brake/manage-brake';
import { getCalendarDay, type CalendarDay } from '../shared/calendar';
import type { BookOverview, UserCounts } from './usage-report';

export interface Overview {
  readonly generatedAtMs: number;
  readonly book: BookOverview;
  readonly brake: BrakeReport;
  /** Null: auth does not answer. */
  readonly users: UserCounts | null;
}

export type GetOverview = (requestId: string) => Promise<Overview>;

/** However many operators look at it, the book is summed this often at most. */
const keptMs = 5_000;

export function getOverviewUseCase(ports: {
  readonly readBook: (nowMs: number, today: CalendarDay) => Promise<BookOverview>;
  readonly countUsers: (requestId: string) => Promise<UserCounts>;
  readonly getBrake: GetBrake;
  readonly getNowMs: () => number;
}): GetOverview {
  let kept: { readonly atMs: number; readonly book: Promise<BookOverview> } | undefined;

  function readBook(nowMs: number): {
    readonly atMs: number;
    readonly book: Promise<BookOverview>;
  } {
    if (kept !== undefined && nowMs - kept.atMs < keptMs) return kept;
    const fresh = { atMs: nowMs, book: ports.readBook(nowMs, getCalendarDay(nowMs)) };
    kept = fresh;
    fresh.book.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh;
  }

  return async (requestId) => {
    const { atMs, book } = readBook(ports.getNowMs());
    const [figures, brake, users] = await Promise.all([
      book,
      ports.getBrake(),
      ports.countUsers(requestId).catch(() => null),
    ]);
    return { generatedAtMs: atMs, book: figures, brake, users };
  };
}
