import { addFigures, figures, type BillRow, type Figure, type Figures } from './bill';

/** The sums of our receipts of one day, by model of the catalog. */
export interface DayReceipts {
  readonly totals: Figures;
  readonly byModel: ReadonlyMap<string, Figures>;
}

export interface Tolerance {
  /** Hundredths of a percent. */
  readonly basisPoints: bigint;
  /** A smaller difference of cost is accepted. */
  readonly costNanos: bigint;
}

export interface Difference {
  readonly day: string;
  readonly model: string;
  readonly figure: Figure;
  readonly billed: bigint;
  readonly ours: bigint;
}

const whole = 10_000n;

export interface Compared {
  readonly differences: readonly Difference[];
  /** How many figures were compared. */
  readonly compared: number;
}

/** Compares what the bill says; figures that it does not have are not compared. */
export function compareBill(
  bill: readonly BillRow[],
  receipts: ReadonlyMap<string, DayReceipts>,
  options: { readonly tolerance: Tolerance; readonly names: ReadonlyMap<string, string> },
): Compared {
  const differences: Difference[] = [];
  let compared = 0;
  for (const [day, rows] of Map.groupBy(bill, (row) => row.day)) {
    const ours = receipts.get(day) ?? { totals: {}, byModel: new Map() };
    for (const { billed, model, own } of pairModels(rows, ours, options.names)) {
      for (const figure of figures) {
        // Something billed has the figures that the rest of its bill has.
        const [left, right] = [billed[figure], own[figure] ?? 0n];
        if (left === undefined) continue;
        compared += 1;
        if (isFar(figure, left, right, options.tolerance))
          differences.push({ day, model, figure, billed: left, ours: right });
      }
    }
  }
  return { differences, compared };
}

interface Pair {
  readonly model: string;
  readonly billed: Figures;
  readonly own: Figures;
}

function pairModels(
  rows: readonly BillRow[],
  { byModel, totals }: DayReceipts,
  names: ReadonlyMap<string, string>,
): Pair[] {
  const billed = new Map<string, Figures>();
  for (const row of rows) {
    const model = row.model === '' ? '' : findModel(row.model, byModel, names);
    billed.set(model, addFigures(billed.get(model) ?? {}, row));
  }
  const pairs = [...billed].map(([model, figuresOfModel]): Pair =>
    model === ''
      ? { model: 'all models', billed: figuresOfModel, own: totals }
      : { model, billed: figuresOfModel, own: byModel.get(model) ?? {} },
  );
  if (billed.has('')) return pairs;
  const present = figures.filter((figure) => rows.some((row) => row[figure] !== undefined));
  const nothing = Object.fromEntries(present.map((figure) => [figure, 0n]));
  const missing = [...byModel].filter(([model]) => !billed.has(model));
  return [...pairs, ...missing.map(([model, own]) => ({ model, own, billed: nothing }))];
}

const makeKey = (name: string): string => name.toLowerCase().replace(/(?<=\d)[._](?=\d)/g, '-');
const dropDate = (name: string): string =>
  name.replace(/(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|@[\w.-]+)$/, '');

/** Providers bill dated versions of what callers name without a date. */
function findModel(
  name: string,
  byModel: ReadonlyMap<string, Figures>,
  names: ReadonlyMap<string, string>,
): string {
  const given = names.get(name);
  if (given !== undefined) return given;
  const ids = [...byModel.keys()];
  const bare = (id: string): string => makeKey(id.slice(id.indexOf('/') + 1));
  for (const wanted of [makeKey(name), makeKey(dropDate(name))]) {
    const found = ids.find((id) => bare(id) === wanted || makeKey(id) === wanted);
    if (found !== undefined) return found;
  }
  return name;
}

function isFar(figure: Figure, billed: bigint, ours: bigint, tolerance: Tolerance): boolean {
  const distance = billed > ours ? billed - ours : ours - billed;
  if (figure === 'costNanos' && distance <= tolerance.costNanos) return false;
  const larger = billed > ours ? billed : ours;
  return distance * whole > larger * tolerance.basisPoints;
}
