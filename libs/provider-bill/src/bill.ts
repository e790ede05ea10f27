/** What a provider bills for a model on a day, as far as its report says. */
export interface BillRow {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  /** The name at the provider; empty: all models together. */
  readonly model: string;
  readonly requests?: bigint;
  readonly inputTokens?: bigint;
  readonly outputTokens?: bigint;
  readonly costNanos?: bigint;
}

export const figures = ['requests', 'inputTokens', 'outputTokens', 'costNanos'] as const;
export type Figure = (typeof figures)[number];
export type Figures = { readonly [Name in Figure]?: bigint };

/** Adds up the rows of the same day and model. */
export function sumRows(rows: readonly BillRow[]): BillRow[] {
  const sums = new Map<string, BillRow>();
  for (const row of rows) {
    const key = `${row.day} ${row.model}`;
    sums.set(key, { ...row, ...addFigures(sums.get(key) ?? {}, row) });
  }
  return [...sums.values()];
}

export function addFigures(left: Figures, right: Figures): Figures {
  return Object.fromEntries(
    figures.flatMap((name) => {
      const [a, b] = [left[name], right[name]];
      return a === undefined && b === undefined ? [] : [[name, (a ?? 0n) + (b ?? 0n)]];
    }),
  );
}
