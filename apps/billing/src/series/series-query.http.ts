import { AppError } from '@tollgate/errors';
import type { z } from 'zod';
import { parseDay } from '../shared/calendar';
import { getZoneDayStart, listBucketBorders } from './bucket-borders';
import { latencyGroups, latencyPercents, type SeriesQuery } from './series';
import { pointsMax, type seriesQuerySchema } from './series.operations';
import { findTimeZone, type TimeZone } from './time-zone';

const dayMs = 86_400_000;
const firstMs = Date.UTC(2000, 0, 1);
const lastMs = Date.UTC(2100, 0, 1);
const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

type Query = z.infer<typeof seriesQuerySchema>;

/** Raises: unsupported_param for an unknown zone, a bad range and more points than allowed. */
export function readSeriesQuery(
  query: Query,
  scope: SeriesQuery['scope'],
  nowMs: number,
): SeriesQuery {
  const { bucket, group, metric } = query;
  const zone = findTimeZone(query.tz);
  if (zone === undefined) throw refuse('tz', `${query.tz} is not an IANA time zone`);
  const fromMs = readBorder('from', query.from, zone);
  const toMs = query.to === undefined ? nowMs : readBorder('to', query.to, zone);
  if (fromMs >= toMs) throw refuse('from', 'must be before to');
  const bordersMs = listBucketBorders({ fromMs, toMs, bucket, zone }, pointsMax);
  if (bordersMs === undefined) {
    const remedy = 'take a shorter range or a longer bucket';
    throw refuse(
      'bucket',
      `the range has more than ${pointsMax} buckets of a ${bucket}; ${remedy}`,
    );
  }
  const read = { scope, metric, group, bordersMs };
  if (metric in latencyPercents) requireLatency(read);
  return read;
}

function readBorder(param: 'from' | 'to', text: string, zone: TimeZone): number {
  const day = parseDay(text);
  const isTime = timePattern.test(text);
  const timeMs = day === undefined ? Date.parse(text) : getZoneDayStart(day, zone);
  if ((day === undefined && !isTime) || Number.isNaN(timeMs)) {
    throw refuse(param, 'must be a day as 2026-11-01 or a time as 2026-11-01T08:00:00Z');
  }
  if (timeMs < firstMs || timeMs > lastMs) {
    throw refuse(param, 'must be between 2000-01-01 and 2100-01-01');
  }
  return timeMs;
}

/** Latencies are summed by UTC day, without team and member. */
function requireLatency({ bordersMs, group, metric, scope }: SeriesQuery): void {
  if (!latencyGroups.includes(group)) {
    throw refuse('group', `must be one of ${latencyGroups.join(', ')} for ${metric}`);
  }
  if (scope.teamId !== null) throw refuse('metric', `${metric} is not counted by team`);
  if (bordersMs.some((borderMs) => borderMs % dayMs !== 0)) {
    const remedy = 'take tz=UTC, buckets of a day or longer, and whole days as from and to';
    throw refuse('metric', `${metric} is counted by UTC days; ${remedy}`);
  }
}

function refuse(param: string, message: string): AppError {
  return new AppError('unsupported_param', { message: `${param}: ${message}`, param });
}
