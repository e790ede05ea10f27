import type { ChartData } from './chart-frame';
import type { CsvRows } from './csv';

/** The figures of a chart as a CSV file: whole times, which a label leaves out. */
export function listChartRows({ series, starts }: ChartData): CsvRows {
  const head = ['time', ...series.map(({ name }) => name)];
  const rows = starts.map((start, index) => [
    start,
    ...series.map(({ values }) => values[index] ?? 0),
  ]);
  return [head, ...rows];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const endCharacters = 4;

/** Series with the same name, such as two keys, get the end of their ids. */
export function tellApart<Series extends Named>(series: readonly Series[]): readonly Series[] {
  const counts = Map.groupBy(series, ({ name }) => name);
  return series.map((each) => {
    const isAlone = counts.get(each.name)?.length === 1;
    return isAlone ? each : { ...each, name: `${each.name} (…${each.id.slice(-endCharacters)})` };
  });
}
