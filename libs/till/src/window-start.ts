import type { SpendWindow } from './limits';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** 1970-01-01 was a Thursday: three days after a Monday. */
const mondayOffsetDays = 3;

/** Start of the clock window that holds `timeMs`. Mirrors `window_start` in the scripts. */
export function getWindowStartMs(window: SpendWindow, timeMs: number): number {
  const date = new Date(timeMs);
  switch (window) {
    case 'minute':
      return timeMs - (timeMs % minuteMs);
    case 'hour':
      return timeMs - (timeMs % hourMs);
    case 'daily':
      return timeMs - (timeMs % dayMs);
    case 'weekly': {
      const days = Math.floor(timeMs / dayMs);
      return (days - ((days + mondayOffsetDays) % 7)) * dayMs;
    }
    case 'monthly':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
    case 'total':
      return 0;
  }
}

/** When the window ends and spending may go on; undefined for a lifetime limit. */
export function getWindowEndMs(window: SpendWindow, timeMs: number): number | undefined {
  const startMs = getWindowStartMs(window, timeMs);
  const start = new Date(startMs);
  switch (window) {
    case 'minute':
      return startMs + minuteMs;
    case 'hour':
      return startMs + hourMs;
    case 'daily':
      return startMs + dayMs;
    case 'weekly':
      return startMs + 7 * dayMs;
    case 'monthly':
      return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1);
    case 'total':
      return undefined;
  }
}
