import { addUsage, type AnswerReading, type UsageReading } from '@tollgate/model-spec';
import type { SingleUsage } from './endpoint';

export interface SummedUsage {
  readonly usage: UsageReading;
  readonly singleUsages: readonly SingleUsage[];
}

/**
 * The usage of an answer that was made of several. Those without a report are not charged; one
 * that cannot be trusted makes all of them unusable.
 */
export function sumUsages(
  readings: readonly Pick<AnswerReading, 'extras' | 'usage'>[],
): SummedUsage {
  const singleUsages = readings.flatMap(({ extras, usage }) =>
    usage.kind === 'usage' ? [{ usage: usage.usage, extras }] : [],
  );
  return { usage: sum(readings, singleUsages), singleUsages };
}

function sum(
  readings: readonly Pick<AnswerReading, 'usage'>[],
  [first, ...others]: readonly SingleUsage[],
): UsageReading {
  if (readings.some(({ usage }) => usage.kind === 'unusable')) return { kind: 'unusable' };
  if (first === undefined) return { kind: 'missing' };
  const usage = others.reduce((total, single) => addUsage(total, single.usage), first.usage);
  return { kind: 'usage', usage };
}
