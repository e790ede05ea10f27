import { formatUsd } from '@tollgate/money';
import type { Difference, Figure } from '@tollgate/provider-bill';

const titles: Readonly<Record<Figure, string>> = {
  requests: 'requests',
  inputTokens: 'input tokens',
  outputTokens: 'output tokens',
  costNanos: 'USD',
};
const [dayColumns, modelColumns, figureColumns, numberColumns] = [10, 40, 13, 16];

export function formatDifferences(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return [];
  const head = ['day', 'model', 'figure', 'billed', 'receipts', 'difference'];
  return [formatRow(head), ...differences.map(formatDifference)];
}

function formatDifference({ billed, day, figure, model, ours }: Difference): string {
  const format = (value: bigint): string =>
    figure === 'costNanos' ? formatUsd(value) : value.toString();
  const difference = billed - ours;
  const sign = difference > 0n ? '+' : '';
  return formatRow([
    ...[day, model ?? 'all models', titles[figure], format(billed), format(ours)],
    `${sign}${format(difference)}`,
  ]);
}

function formatRow(cells: readonly string[]): string {
  const [day = '', model = '', figure = '', billed = '', ours = '', difference = ''] = cells;
  return [
    day.padEnd(dayColumns),
    model.padEnd(modelColumns),
    figure.padEnd(figureColumns),
    ...[billed, ours, difference].map((text) => text.padStart(numberColumns)),
  ].join(' ');
}
