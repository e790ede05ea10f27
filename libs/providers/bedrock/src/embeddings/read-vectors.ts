import { readCount } from '@tollgate/model-kit';
import { emptyUsage, type UsageReading } from '@tollgate/model-spec';
import type { Vector } from './embedding-model';

/** Undefined when one of the entries is not a number array. */
export function readVectors(list: unknown): readonly Vector[] | undefined {
  const isWhole = Array.isArray(list) && list.length > 0 && list.every(isVector);
  return isWhole ? list : undefined;
}

function isVector(value: unknown): value is Vector {
  return Array.isArray(value) && value.length > 0 && value.every((entry) => Number.isFinite(entry));
}

/** 0 tokens count as no report: every text has at least one. */
export function readInputTokens(value: unknown): UsageReading {
  const input = readCount(value);
  if (input === undefined) return { kind: 'unusable' };
  if (input === 0) return { kind: 'missing' };
  return { kind: 'usage', usage: { ...emptyUsage, input } };
}
