import type { Nanos } from '@tollgate/money';
import type { DayRange } from '../reports/report-period';
import type { SeriesScope } from '../series/series';
import type { CalendarDay } from '../shared/calendar';

export const cachingGroups = ['model', 'app'] as const;
export type CachingGroup = (typeof cachingGroups)[number];

/** Groups beyond these are summed as one. */
export const groupsMax = 100;
export const suggestionsMax = 20;
/** Of an account and day; further prompts share rows without a fingerprint. */
export const promptsPerDayMax = 200;
/** Fewer repetitions in the range are not worth a change of a program. */
export const suggestedRequestsMin = 10;

export interface CachingQuery {
  readonly scope: SeriesScope;
  readonly range: DayRange;
  readonly group: CachingGroup;
}

/** Calls, and what caches did for their prompts. */
export interface CachingPart {
  readonly requests: bigint;
  readonly promptTokens: bigint;
  /** Read from a cache. */
  readonly cachedTokens: bigint;
  /** What the prompts would have cost without caches, minus what they cost. May be negative. */
  readonly savingsNanos: Nanos;
}

export interface CachingFigures extends CachingPart {
  readonly cacheWriteTokens: bigint;
  /** The calls among them whose provider was chosen because it had the prompt in its cache. */
  readonly sticky: CachingPart;
}

/** `unassigned`: calls without a program; `other`: all groups after the first ones. */
export interface CachingGroupFigures extends CachingFigures {
  readonly kind: 'group' | 'unassigned' | 'other';
  readonly id: string | null;
}

/** Repetitions of a prompt that `cache_control` would have made cheaper. */
export interface CachingSuggestion {
  /** The fingerprint of its beginning; empty: of several prompts, or of older relays. */
  readonly prompt: string;
  readonly model: string;
  readonly appName: string;
  readonly keyId: string;
  readonly keyName: string;
  readonly requests: bigint;
  readonly promptTokens: bigint;
  readonly cacheableTokens: bigint;
  /** Cache writes are deducted. May be negative. */
  readonly missedNanos: Nanos;
}

export interface CachingReport {
  readonly totals: CachingFigures;
  readonly groups: readonly CachingGroupFigures[];
  readonly days: readonly (CachingPart & { readonly day: CalendarDay })[];
  readonly suggestions: readonly CachingSuggestion[];
}

const noPart: CachingPart = {
  requests: 0n,
  promptTokens: 0n,
  cachedTokens: 0n,
  savingsNanos: 0n,
};
export const noCaching: CachingFigures = { ...noPart, cacheWriteTokens: 0n, sticky: noPart };

export function subtractPart(left: CachingPart, right: CachingPart): CachingPart {
  return {
    requests: left.requests - right.requests,
    promptTokens: left.promptTokens - right.promptTokens,
    cachedTokens: left.cachedTokens - right.cachedTokens,
    savingsNanos: left.savingsNanos - right.savingsNanos,
  };
}

export function subtractFigures(left: CachingFigures, right: CachingFigures): CachingFigures {
  return {
    ...subtractPart(left, right),
    cacheWriteTokens: left.cacheWriteTokens - right.cacheWriteTokens,
    sticky: subtractPart(left.sticky, right.sticky),
  };
}

/**
 * What sticky routing added: the saving of its calls, minus what as many prompt tokens saved in all
 * other calls. Null without other calls to compare with.
 */
export function estimateStickyGain({ sticky, ...totals }: CachingFigures): Nanos | null {
  const other = subtractPart(totals, sticky);
  if (other.promptTokens === 0n) return null;
  return sticky.savingsNanos - (sticky.promptTokens * other.savingsNanos) / other.promptTokens;
}
