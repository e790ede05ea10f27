import type { ListCallsData } from '../../api/generated/types.gen';
import { compact, readChoice, readDay, readText, type Search } from '../../app/search';
import { addDay, findDayStart } from '../../format/day-start';

export const callPeriods = ['hour', 'day', 'week', 'month', 'all', 'days'] as const;
export type CallPeriod = (typeof callPeriods)[number];
export const callStatuses = ['ok', 'error', 'cancelled'] as const;

/** Filters of a list of calls, as they stand in the URL. */
export interface CallFilters {
  readonly since?: CallPeriod;
  /** Of the period `days`: the first and the last day, in the time zone of the viewer. */
  readonly from?: string;
  readonly to?: string;
  readonly model?: string;
  readonly key?: string;
  readonly app?: string;
  readonly status?: (typeof callStatuses)[number];
  /** USD. */
  readonly min?: string;
  readonly max?: string;
  readonly failover?: 'true' | 'false';
}

export function readCallFilters(search: Search): CallFilters {
  return compact({
    since: readChoice(search, 'since', callPeriods),
    from: readDay(search, 'from'),
    to: readDay(search, 'to'),
    model: readText(search, 'model'),
    key: readText(search, 'key'),
    app: readText(search, 'app'),
    status: readChoice(search, 'status', callStatuses),
    min: readText(search, 'min'),
    max: readText(search, 'max'),
    failover: readChoice(search, 'failover', ['true', 'false'] as const),
  });
}

type CallsQuery = NonNullable<ListCallsData['query']>;

const hourMs = 3_600_000;
const periodMs: Readonly<Record<Exclude<CallPeriod, 'all' | 'days'>, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
};

interface Viewer {
  readonly nowMs: number;
  readonly timeZone: string;
}

/** The query of `GET /api/calls`. */
export function makeCallsQuery(filters: CallFilters, viewer: Viewer): CallsQuery {
  const { app, failover, key, max, min, model, status } = filters;
  return compact({
    ...findPeriod(filters, viewer),
    model,
    api_key_id: key,
    app,
    status,
    min_cost: min,
    max_cost: max,
    failover,
  });
}

function findPeriod(
  { from, since = 'all', to }: CallFilters,
  { nowMs, timeZone }: Viewer,
): Pick<CallsQuery, 'from' | 'to'> {
  if (since === 'all') return {};
  if (since !== 'days') return { from: new Date(nowMs - periodMs[since]).toISOString() };
  return {
    from: from === undefined ? undefined : findDayStart(from, timeZone),
    to: to === undefined ? undefined : findDayStart(addDay(to), timeZone),
  };
}
