import { compact, readChoice, readDay, readText, type Search } from '../../app/search';

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
