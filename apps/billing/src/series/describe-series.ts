import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import type { Series, SeriesMetric, SeriesQuery } from './series';
import type { SeriesAnswer, seriesQuerySchema } from './series.operations';

const units: Readonly<Record<SeriesMetric, SeriesAnswer['unit']>> = {
  spend: 'usd',
  tokens: 'tokens',
  requests: 'requests',
  errors: 'errors',
  latency_p50: 'ms',
  latency_p95: 'ms',
};

export function describeSeries(
  { bucket, group, metric, tz }: z.infer<typeof seriesQuerySchema>,
  { bordersMs }: SeriesQuery,
  all: readonly Series[],
): SeriesAnswer {
  const times = bordersMs.map((ms) => new Date(ms).toISOString());
  const toNumber = (value: bigint | null): number | null => {
    if (value === null) return null;
    return metric === 'spend' ? nanosToUsdNumber(value) : Number(value);
  };
  return {
    ...{ metric, unit: units[metric], bucket, group, tz },
    from: times[0] ?? '',
    to: times.at(-1) ?? '',
    points: times.slice(0, -1),
    series: all.map(({ kind, id, name, total, values }) => ({
      ...{ kind, id, name, total: toNumber(total), values: values.map(toNumber) },
    })),
  };
}
