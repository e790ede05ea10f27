import type { ListCallsData } from '../../api/generated/types.gen';
import { compact } from '../../app/search';
import { addDay, findDayStart } from '../../format/day-start';
import type { CallFilters, CallPeriod } from './call-filters';

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
