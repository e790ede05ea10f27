import type { PriceListPreview } from '../../api/generated/types.gen';

export type Outcome = keyof PriceListPreview['counts'];
type Change = PriceListPreview['changes'][number];

/** A line of the preview: prices as `before → after`, and remarks in the words of the server. */
export interface PriceRow {
  readonly name: string;
  readonly outcome: Outcome;
  readonly details: readonly string[];
  readonly notes: readonly string[];
}

/** How many models an import writes. */
export function countWritten({ counts }: PriceListPreview, addsModels: boolean): number {
  const repriced = counts.dearer + counts.cheaper + counts.changed;
  return repriced + (addsModels ? counts.new : 0);
}

/** The rows of one outcome; undefined: everything but what stays as it is and what is not read. */
export function listRows(preview: PriceListPreview, wanted: Outcome | undefined): PriceRow[] {
  const rows = [
    ...preview.changes.map(makeRow),
    ...preview.gone.map(({ deprecationDate, id }): PriceRow => ({
      ...{ name: id, outcome: 'gone', details: [] },
      notes: deprecationDate === null ? [] : [deprecationDate],
    })),
    ...preview.skipped.map(({ name, reason }): PriceRow => ({
      ...{ name, outcome: 'skipped', details: [], notes: [reason] },
    })),
  ];
  return rows.filter(({ outcome }) =>
    wanted === undefined ? outcome !== 'unchanged' && outcome !== 'skipped' : outcome === wanted,
  );
}

function makeRow(change: Change): PriceRow {
  const { deprecationDate, id, outcome, prices, routesWithOwnPrices, skipped } = change;
  const dates =
    deprecationDate === undefined
      ? []
      : [`deprecationDate: ${deprecationDate.before ?? '–'} → ${deprecationDate.after}`];
  return {
    name: id,
    outcome,
    details: [
      ...prices.map(({ after, before, price }) => `${price}: ${before ?? '–'} → ${after ?? '–'}`),
      ...dates,
    ],
    notes: [...skipped.map(({ field, reason }) => `${field}: ${reason}`), ...routesWithOwnPrices],
  };
}
