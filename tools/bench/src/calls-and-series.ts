/**
 * Queries of `GET /api/calls` and `GET /api/series`, and of the same paths of organizations, by the
 * name under which their times are printed.
 */
const dayMs = 86_400_000;

/** What a query asks about. */
export interface CallsSample {
  /** A call after which nine tenths of the calls of the wallet were made. */
  readonly ulid: string;
  readonly model: string;
  /** A model that the caller never used. */
  readonly unusedModel: string;
  readonly keyId: string;
}

/** A part of the URL after the path. */
export type MakeQuery<S> = (sample: S) => string;

const formatDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const daysAgo = (count: number): string => formatDay(Date.now() - count * dayMs);

/** As the service encodes it (apps/billing/src/calls/call-cursor.ts). */
const encodeCursor = (ulid: string): string => Buffer.from(`v1.${ulid}`).toString('base64url');

export const callQueries: Readonly<Record<string, MakeQuery<CallsSample>>> = {
  'calls, first page': () => '',
  'calls, first page of 200': () => '?limit=200',
  'calls, deep cursor': ({ ulid }) => `?limit=200&cursor=${encodeCursor(ulid)}`,
  'calls, a month, half a year ago': () =>
    `?from=${daysAgo(210)}T00:00:00Z&to=${daysAgo(180)}T00:00:00Z`,
  'calls, model': ({ model }) => `?model=${model}`,
  'calls, model never used': ({ unusedModel }) => `?model=${unusedModel}`,
  'calls, key': ({ keyId }) => `?api_key_id=${keyId}`,
  'calls, app': () => '?app=Zed',
  'calls, without an app': () => '?app=unknown',
  'calls, errors': () => '?status=error',
  'calls, cancelled': () => '?status=cancelled',
  'calls, cost': () => '?min_cost=0.0199&max_cost=0.02',
  'calls, failover': () => '?failover=true',
  'calls, all filters': ({ keyId, model, ulid }) =>
    `?limit=200&from=${daysAgo(300)}T00:00:00Z&to=${daysAgo(1)}T00:00:00Z&model=${model}` +
    `&api_key_id=${keyId}&app=Zed&status=error&max_cost=1&failover=true` +
    `&cursor=${encodeCursor(ulid)}`,
};

/** Points of 30 minutes after the hour, so that every border splits an hour of the read model. */
const halfHourZone = 'Asia/Kolkata';

/** A range with its buckets and a time zone; at most 400 points. */
const ranges: Readonly<Record<string, () => string>> = {
  'hours of 16 days, UTC': () => `bucket=hour&from=${daysAgo(15)}`,
  [`hours of 16 days, ${halfHourZone}`]: () => `bucket=hour&from=${daysAgo(15)}&tz=${halfHourZone}`,
  'days of a month, America/New_York': () => {
    const now = new Date();
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    const [from, to] = [Date.UTC(year, month - 1), Date.UTC(year, month)].map(formatDay);
    return `bucket=day&from=${from}&to=${to}&tz=America/New_York`;
  },
  'days of a year, UTC': () => `bucket=day&from=${daysAgo(364)}`,
  [`days of a year, ${halfHourZone}`]: () => `bucket=day&from=${daysAgo(364)}&tz=${halfHourZone}`,
  'weeks of a year, Europe/Berlin': () => `bucket=week&from=${daysAgo(364)}&tz=Europe/Berlin`,
  'months of a year, Europe/Berlin': () => `bucket=month&from=${daysAgo(364)}&tz=Europe/Berlin`,
};

const latencyRanges: Readonly<Record<string, () => string>> = {
  'latency, days of a month': () => `bucket=day&from=${daysAgo(30)}&to=${daysAgo(0)}`,
  'latency, months of a year': () => `bucket=month&from=${daysAgo(364)}&to=${daysAgo(0)}`,
};

/** Each group with the metric that is read by it. */
const userGroups = { none: 'requests', model: 'spend', key: 'tokens', app: 'errors' };
const orgGroups = { ...userGroups, team: 'spend', member: 'spend' };

type SeriesQueries = Readonly<Record<string, () => string>>;

function makeSeriesQueries(
  groups: Readonly<Record<string, string>>,
  rangeNames: readonly string[],
): SeriesQueries {
  const queries: Record<string, () => string> = {};
  for (const range of rangeNames) {
    for (const [group, metric] of Object.entries(groups)) {
      queries[`series, ${range}, ${group}`] = () =>
        `?${ranges[range]?.() ?? ''}&group=${group}&metric=${metric}`;
    }
  }
  return queries;
}

function makeLatencyQueries(): SeriesQueries {
  const queries: Record<string, () => string> = {};
  for (const [range, makeRange] of Object.entries(latencyRanges)) {
    for (const group of Object.keys(userGroups)) {
      queries[`series, ${range}, ${group}`] = () =>
        `?${makeRange()}&group=${group}&metric=latency_p95`;
    }
  }
  return queries;
}

export const seriesQueries = {
  ...makeSeriesQueries(userGroups, Object.keys(ranges)),
  ...makeLatencyQueries(),
};
const longRanges = [`days of a year, ${halfHourZone}`, 'months of a year, Europe/Berlin'];
export const memberSeriesQueries = makeSeriesQueries(userGroups, longRanges);
const orgRanges = ['days of a month, America/New_York', ...longRanges];
export const orgSeriesQueries = {
  ...makeSeriesQueries(orgGroups, orgRanges),
  ...makeLatencyQueries(),
};
export const teamSeriesQueries = makeSeriesQueries({ ...userGroups, member: 'spend' }, orgRanges);
