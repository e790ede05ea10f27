import { getLatencyBucket } from '../reports/latency-bucket';
import { getCalendarDay, getDayStartMs, getMonthStart } from '../shared/calendar';
import type { Generation } from './usage';

const halfHourMs = 1_800_000;

/** A row of `org_series`. */
export interface OrgSeriesSum {
  readonly walletId: string;
  readonly dimension: string;
  readonly period: string;
  readonly name: string;
  readonly keyId: string;
  readonly teamId: string;
  readonly startMs: number;
  spendNanos: bigint;
  requests: number;
  tokens: bigint;
  errors: number;
}

/** A row of `org_latency`. */
export interface OrgLatencySum {
  readonly walletId: string;
  readonly dimension: string;
  readonly day: number;
  readonly name: string;
  readonly bucket: number;
  durations: number;
}

/** What a batch adds to the series of organizations. */
export interface OrgSeriesSums {
  readonly usage: readonly OrgSeriesSum[];
  readonly latencies: readonly OrgLatencySum[];
}

/** Only of organizations that have sums. Rows are in order, so that batches lock in it. */
export function sumOrgSeries(
  generations: readonly Generation[],
  orgsWithSums: ReadonlySet<string>,
): OrgSeriesSums {
  const usage = new Map<string, OrgSeriesSum>();
  const latencies = new Map<string, OrgLatencySum>();
  for (const generation of generations) {
    if (!orgsWithSums.has(generation.walletId)) continue;
    addUsage(usage, generation);
    addLatency(latencies, generation);
  }
  return { usage: sort(usage), latencies: sort(latencies) };
}

function addUsage(sums: Map<string, OrgSeriesSum>, generation: Generation): void {
  const { appName, createdAtMs, keyId, memberId, model, teamId, walletId } = generation;
  const day = getCalendarDay(createdAtMs);
  const periods = [
    ['half_hour', createdAtMs - (createdAtMs % halfHourMs)],
    ['day', getDayStartMs(day)],
    ['month', getDayStartMs(getMonthStart(day))],
  ] as const;
  const groups = [
    ['none', '', '', ''],
    ['model', model, '', ''],
    ['app', appName, '', ''],
    ['team', teamId, '', ''],
    ['member', memberId, keyId, teamId],
  ] as const;
  for (const [dimension, name, ofKey, ofTeam] of groups) {
    for (const [period, startMs] of periods) {
      const id = [walletId, dimension, period, name, ofKey, ofTeam, startMs].join('\0');
      let sum = sums.get(id);
      if (sum === undefined) {
        const figures = { spendNanos: 0n, requests: 0, tokens: 0n, errors: 0 };
        const key = { walletId, dimension, period, name, keyId: ofKey, teamId: ofTeam };
        sum = { ...key, startMs, ...figures };
        sums.set(id, sum);
      }
      sum.spendNanos += generation.costNanos;
      sum.requests += 1;
      sum.tokens += generation.promptTokens + generation.completionTokens;
      sum.errors += generation.isError ? 1 : 0;
    }
  }
}

function addLatency(sums: Map<string, OrgLatencySum>, generation: Generation): void {
  const { appName, createdAtMs, durationMs, model, walletId } = generation;
  const day = getCalendarDay(createdAtMs);
  const bucket = getLatencyBucket(durationMs);
  const groups = [
    ['none', ''],
    ['model', model],
    ['app', appName],
  ] as const;
  for (const [dimension, name] of groups) {
    const id = [walletId, dimension, day, name, bucket].join('\0');
    const sum = sums.get(id) ?? { walletId, dimension, day, name, bucket, durations: 0 };
    sums.set(id, sum);
    sum.durations += 1;
  }
}

function sort<T>(sums: ReadonlyMap<string, T>): T[] {
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, value]) => value);
}
