import type { ListCallsData } from '../../api/generated/types.gen';
import { compact, readChoice, readText, type Search } from '../../app/search';

export const callPeriods = ['hour', 'day', 'week', 'month', 'all'] as const;
export type CallPeriod = (typeof callPeriods)[number];
export const callStatuses = ['ok', 'error', 'cancelled'] as const;

/** Filters of a list of calls, as they stand in the URL. */
export interface CallFilters {
  readonly since?: CallPeriod;
  readonly model?: string;
  readonly key?: string;
  readonly app?: string;
  readonly status?: (typeof callStatuses)[number];
  /** USD. */
  readonly min?: string;
  readonly failover?: 'true' | 'false';
}

export function readCallFilters(search: Search): CallFilters {
  return compact({
    since: readChoice(search, 'since', callPeriods),
    model: readText(search, 'model'),
    key: readText(search, 'key'),
    app: readText(search, 'app'),
    status: readChoice(search, 'status', callStatuses),
    min: readText(search, 'min'),
    failover: readChoice(search, 'failover', ['true', 'false'] as const),
  });
}

type CallsQuery = NonNullable<ListCallsData['query']>;

const hourMs = 3_600_000;
const periodMs: Readonly<Record<Exclude<CallPeriod, 'all'>, number>> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
  month: 30 * 24 * hourMs,
};

/** The query of `GET /api/calls`. */
export function makeCallsQuery(filters: CallFilters, nowMs: number): CallsQuery {
  const { app, failover, key, min, model, since = 'all', status } = filters;
  return compact({
    from: since === 'all' ? undefined : new Date(nowMs - periodMs[since]).toISOString(),
    model,
    api_key_id: key,
    app,
    status,
    min_cost: min,
    failover,
  });
}
