import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import type { GetSeriesData, GetSeriesResponse } from '../../api/generated/types.gen';
import { formatUsd } from '../../format/money';
import { formatCount, formatShortCount } from '../../format/number';
import { formatDay, formatDuration, formatHour } from '../../format/time';
import { t } from '../../i18n/language';
import { useTimeStyle } from '../../state/preferences';
import { BarChart } from '../../ui/bar-chart';
import { ChartFrame } from '../../ui/chart-frame';
import { Money } from '../../ui/money';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState, LoadingState } from '../../ui/states';
import { Table } from '../../ui/table';
import { useNamesOfKeys } from '../keys/use-key-names';
import { makeChart } from './usage-series';
import { type UsageMetric } from './usage-view';

type Query = NonNullable<GetSeriesData['query']>;

const noNames = {};

/** Figures over time as a chart, and their sums by group. */
export function SeriesReport({
  groupNames = noNames,
  orgId,
  query,
  queryKey,
  readSeries,
}: {
  readonly queryKey: readonly unknown[];
  readonly query: Query;
  readonly readSeries: (query: Query) => Promise<GetSeriesResponse>;
  /** Names of teams and members by id. */
  readonly groupNames?: Readonly<Record<string, string>>;
  /** Whose keys they are; null: the own account's. */
  readonly orgId: string | null;
}): ReactNode {
  const series = useQuery({
    queryKey: [...queryKey, query],
    queryFn: () => readSeries(query),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={series} placeholder={<Placeholder />}>
      {(answer) => <Report answer={answer} groupNames={groupNames} orgId={orgId} />}
    </QueryView>
  );
}

/** As high as a chart with a legend of a line and its sums. */
function Placeholder(): ReactNode {
  return (
    <>
      <Card>
        <div className="aspect-[800/220] max-sm:aspect-[320/200]">
          <LoadingState lines={1} />
        </div>
        <LoadingState lines={3} />
      </Card>
      <Card title={t('Sums')}>
        <LoadingState lines={5} />
      </Card>
    </>
  );
}

function ReportView({
  answer,
  groupNames,
  orgId,
}: {
  readonly answer: GetSeriesResponse;
  readonly groupNames: Readonly<Record<string, string>>;
  readonly orgId: string | null;
}): ReactNode {
  const style = { ...useTimeStyle(), timeZone: answer.tz };
  const isDuration = answer.unit === 'ms';
  const title = nameMetric(answer.metric);
  const formatValue = chooseFormat(answer.unit);
  const words = {
    other: t('all others'),
    none: t('without'),
    point: (time: string) =>
      answer.bucket === 'hour' ? formatHour(time, style) : formatDay(time, style),
  };
  const keyIds =
    answer.group === 'key' ? answer.series.flatMap(({ id }) => id ?? []).toSorted() : [];
  // The answer has the names of keys, but not which of them are deleted.
  const names = { ...groupNames, ...useNamesOfKeys(orgId, keyIds) };
  const named = answer.series.map((each) => ({
    ...each,
    name: each.kind === 'all' ? title : (names[each.id ?? ''] ?? each.name),
  }));
  const data = makeChart({ points: answer.points, series: named }, words);
  return (
    <>
      <Card>
        <ChartFrame title={title} data={data} formatValue={formatValue}>
          <BarChart title={title} data={data} formatValue={formatValue} />
        </ChartFrame>
        <p className="text-muted text-xs">
          {t('Days begin at 00:00 in {zone}.', { zone: style.timeZone })}
        </p>
      </Card>
      <Card title={isDuration ? t('Whole range') : t('Sums')}>
        <Table
          caption={isDuration ? t('Whole range') : t('Sums')}
          rows={data.series.map(({ id, name }, index) => ({
            ...{ id, name },
            total: answer.series[index]?.total ?? 0,
          }))}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('Nothing in this range')} />}
          columns={[
            { key: 'name', title: t('Name'), render: ({ name }) => name },
            {
              key: 'total',
              title,
              isFigure: true,
              render: ({ total }) => {
                if (isDuration) return formatDuration(total);
                return answer.unit === 'usd' ? <Money usd={total} /> : formatCount(total);
              },
            },
          ]}
        />
      </Card>
    </>
  );
}

function chooseFormat(unit: GetSeriesResponse['unit']): (value: number) => string {
  if (unit === 'usd') return formatUsd;
  return unit === 'ms' ? formatDuration : formatShortCount;
}

/** Former figures stay while others are read: they are not drawn again. */
const Report = memo(ReportView);

export function nameMetric(metric: UsageMetric): string {
  const names = {
    spend: t('Spend (USD)'),
    tokens: t('Tokens'),
    requests: t('Calls'),
    errors: t('Errors'),
    latency_p50: t('Duration, median'),
    latency_p95: t('Duration, 95 %'),
  };
  return names[metric];
}
