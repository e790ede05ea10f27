import type { Accuracy } from './measure-accuracy';
import { autoTierNames } from '../../../catalog/tiers';

const nameWidth = 11;
const cellWidth = 6;

/** A row for every expected tier, a column for every chosen one. */
export function formatAccuracy({ confusion, misses, right, total }: Accuracy): string {
  const head = autoTierNames.map((tier) => tier.slice(0, cellWidth - 1).padStart(cellWidth));
  const lines = [`${'expected'.padEnd(nameWidth)}${head.join('')}   right`];
  for (const tier of autoTierNames) {
    const row = confusion.get(tier);
    const counts = autoTierNames.map((chosen) => row?.get(chosen) ?? 0);
    const sum = counts.reduce((left, count) => left + count, 0);
    const cells = counts.map((count) => (count === 0 ? '.' : String(count)).padStart(cellWidth));
    lines.push(
      `${tier.padEnd(nameWidth)}${cells.join('')}   ${formatShare(row?.get(tier) ?? 0, sum)}`,
    );
  }
  lines.push('', `${right} of ${total} as a person would: ${formatShare(right, total)}`, '');
  for (const { chosen, expected, text } of misses)
    lines.push(`${expected} -> ${chosen}: ${text.slice(0, 80).replaceAll('\n', ' ')}`);
  return lines.join('\n');
}

function formatShare(count: number, total: number): string {
  return `${((100 * count) / Math.max(1, total)).toFixed(1)} %`;
}
