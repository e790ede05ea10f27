import { startTransition, useState, type ReactNode } from 'react';
import { t } from '../i18n/language';
import { Button } from './button';
import { listChartRows } from './chart-rows';
import { downloadCsv } from './csv';
import { EmptyState } from './states';
import { Table } from './table';

/** One group of a chart: a line of the legend, a colour, one value for each bucket. */
export interface Series {
  /** No other series of the chart has it; names may be alike. */
  readonly id: string;
  readonly name: string;
  readonly values: readonly number[];
}

export interface ChartData {
  /** The start of each bucket: an ISO time, or a day. */
  readonly starts: readonly string[];
  /** The same as it is shown. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
}

const colours = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((index) => `var(--color-series-${index})`);
const otherColour = 'var(--color-series-other)';

export function getSeriesColour(index: number): string {
  return colours[index] ?? otherColour;
}

/** The frame of every chart: title with the unit, legend, the figures as a table and as CSV. */
export function ChartFrame({
  children,
  data,
  formatValue,
  title,
}: {
  readonly title: string;
  readonly data: ChartData;
  readonly formatValue: (value: number) => string;
  readonly children: ReactNode;
}): ReactNode {
  const [isTable, setTable] = useState(false);
  const isEmpty = data.series.every(({ values }) => values.every((value) => value === 0));
  if (isEmpty) return <EmptyState title={t('Nothing in this range')} />;
  return (
    <figure className="grid gap-3">
      <figcaption className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{title}</span>
        <span className="flex gap-1 no-print">
          <Button
            look="quiet"
            aria-pressed={isTable}
            onClick={() => startTransition(() => setTable(!isTable))}
          >
            {isTable ? t('Show the chart') : t('Show as a table')}
          </Button>
          <Button look="quiet" onClick={() => downloadCsv(title, listChartRows(data))}>
            CSV
          </Button>
        </span>
      </figcaption>
      {isTable ? <ChartTable title={title} data={data} formatValue={formatValue} /> : children}
      {!isTable && data.series.length > 1 && <Legend series={data.series} />}
    </figure>
  );
}

function Legend({ series }: { readonly series: readonly Series[] }): ReactNode {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {series.map(({ id, name }, index) => (
        <li key={id} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="size-2.5 rounded-xs"
            style={{ background: getSeriesColour(index) }}
          />
          {name}
        </li>
      ))}
    </ul>
  );
}

function ChartTable({
  data,
  formatValue,
  title,
}: {
  readonly title: string;
  readonly data: ChartData;
  readonly formatValue: (value: number) => string;
}): ReactNode {
  const rows = data.labels.map((label, index) => ({ label, index }));
  return (
    <Table
      caption={title}
      rows={rows}
      rowKey={({ index }) => String(index)}
      empty={<EmptyState title={t('Nothing in this range')} />}
      columns={[
        { key: 'label', title: t('Time'), render: ({ label }) => label },
        ...data.series.map(({ id, name, values }) => ({
          key: `series ${id}`,
          title: name,
          isFigure: true,
          render: ({ index }: { readonly index: number }) => formatValue(values[index] ?? 0),
        })),
      ]}
    />
  );
}
