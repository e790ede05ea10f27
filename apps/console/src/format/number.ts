/** Whole numbers with thousands grouped: `1,234,567`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

const steps = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** For axes and cards: `1.2 M`; the exact number belongs beside it or in its title. */
export function formatShortCount(count: number): string {
  const step = steps.find(([size]) => Math.abs(count) >= size);
  if (step === undefined) return formatCount(count);
  const [size, unit] = step;
  return `${Number((count / size).toPrecision(3))} ${unit}`;
}

export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
