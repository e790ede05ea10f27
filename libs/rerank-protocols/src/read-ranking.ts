import { asFields, isFields, readCounts } from '@tollgate/model-kit';
import { emptyUsage, type UsageReading } from '@tollgate/model-spec';
import type { RankedDocument } from './rerank-protocol';

/** The entries of a ranking, the best first; undefined when one of them is not valid. */
export function readRanking(
  list: unknown,
  documentCount: number,
): readonly RankedDocument[] | undefined {
  if (!Array.isArray(list) || list.length === 0 || list.length > documentCount) return undefined;
  const seen = new Set<number>();
  const results: RankedDocument[] = [];
  for (const entry of list) {
    const { index, relevance_score: score } = asFields(entry);
    if (typeof index !== 'number' || !Number.isInteger(index)) return undefined;
    if (index < 0 || index >= documentCount || seen.has(index)) return undefined;
    if (typeof score !== 'number' || !Number.isFinite(score)) return undefined;
    seen.add(index);
    results.push({ index, score });
  }
  return results.sort((left, right) => right.score - left.score);
}

/** The tokens that Jina and Voyage report: all of them are input. */
export function readTotalTokens(value: unknown): UsageReading {
  if (value == null) return { kind: 'missing' };
  if (!isFields(value)) return { kind: 'unusable' };
  const counts = readCounts({ total: value['total_tokens'] ?? value['prompt_tokens'] });
  if (counts === undefined) return { kind: 'unusable' };
  if (counts.total === 0) return { kind: 'missing' };
  return { kind: 'usage', usage: { ...emptyUsage, input: counts.total } };
}
