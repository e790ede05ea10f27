import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { formatDay } from '../shared/calendar';
import {
  estimateStickyGain,
  subtractPart,
  type CachingFigures,
  type CachingPart,
  type CachingQuery,
  type CachingReport,
} from './caching';
import type { cachingReportSchema } from './caching.operations';

type Answer = z.input<typeof cachingReportSchema>;

const rateDecimals = 1_000_000;

export function describeCaching(query: CachingQuery, report: CachingReport): Answer {
  const { days, groups, suggestions, totals } = report;
  const gain = estimateStickyGain(totals);
  return {
    from: formatDay(query.range.first),
    to: formatDay(query.range.last),
    group: query.group,
    totals: describeFigures(totals),
    groups: groups.map((group) => ({ kind: group.kind, id: group.id, ...describeFigures(group) })),
    days: days.map((part) => ({ date: formatDay(part.day), ...describePart(part) })),
    routing: {
      sticky: describePart(totals.sticky),
      other: describePart(subtractPart(totals, totals.sticky)),
      added: gain === null ? null : nanosToUsdNumber(gain),
    },
    suggestions: suggestions.map((suggestion) => ({
      prompt: suggestion.prompt === '' ? null : suggestion.prompt,
      model: suggestion.model,
      app: suggestion.appName === '' ? null : suggestion.appName,
      api_key_id: suggestion.keyId,
      api_key_name: suggestion.keyName,
      requests: Number(suggestion.requests),
      prompt_tokens: Number(suggestion.promptTokens),
      cacheable_tokens: Number(suggestion.cacheableTokens),
      would_have_saved: nanosToUsdNumber(suggestion.missedNanos),
    })),
  };
}

function describeFigures(figures: CachingFigures): Answer['totals'] {
  return {
    ...describePart(figures),
    cache_write_tokens: Number(figures.cacheWriteTokens),
    sticky: describePart(figures.sticky),
  };
}

function describePart(part: CachingPart): Answer['routing']['sticky'] {
  const promptTokens = Number(part.promptTokens);
  const cachedTokens = Number(part.cachedTokens);
  return {
    requests: Number(part.requests),
    prompt_tokens: promptTokens,
    cached_tokens: cachedTokens,
    hit_rate:
      promptTokens === 0
        ? null
        : Math.round((cachedTokens / promptTokens) * rateDecimals) / rateDecimals,
    saved: nanosToUsdNumber(part.savingsNanos),
  };
}
