import { LRUCache } from 'lru-cache';
import { type CalendarDay, getCalendarDay } from '../shared/calendar';
import type { Insights, InsightsQuery } from './insights';

export interface InsightsAnswer {
  readonly insights: Insights;
  readonly generatedAtMs: number;
  readonly isCached: boolean;
}

export type GetInsights = (query: InsightsQuery, maxAgeMs?: number) => Promise<InsightsAnswer>;

export const insightsCacheMs = 5 * 60_000;
/** In memory and not in Redis: many filter variants must not fill the till's memory. */
const entriesMax = 2_000;

interface CacheEntry {
  readonly generatedAtMs: number;
  readonly insights: Promise<Insights>;
}

/**
 * Computed at most once in five minutes for the same question of the same caller, unless the caller
 * asks for newer figures.
 */
export function getInsightsUseCase(options: {
  readonly readInsights: (query: InsightsQuery, today: CalendarDay) => Promise<Insights>;
  readonly getNowMs: () => number;
}): GetInsights {
  const entries = new LRUCache<string, CacheEntry>({ max: entriesMax });

  function add(name: string, query: InsightsQuery, nowMs: number): CacheEntry {
    const insights = options.readInsights(query, getCalendarDay(nowMs));
    const entry = { generatedAtMs: nowMs, insights };
    entries.set(name, entry);
    insights.catch(() => {
      if (entries.get(name) === entry) entries.delete(name);
    });
    return entry;
  }

  return async (query, maxAgeMs = insightsCacheMs) => {
    const { scope, period, metric, filters } = query;
    const { model, keyId, appName } = filters;
    const whose = [scope.walletId, scope.memberId, scope.keyId];
    const name = JSON.stringify([...whose, period, metric, model, keyId, appName]);
    const nowMs = options.getNowMs();
    const found = entries.get(name);
    const isCached = found !== undefined && nowMs - found.generatedAtMs < maxAgeMs;
    const entry = isCached ? found : add(name, query, nowMs);
    return { insights: await entry.insights, generatedAtMs: entry.generatedAtMs, isCached };
  };
}
