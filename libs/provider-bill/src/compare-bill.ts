import { addFigures, figures, type BillRow, type Figure, type Figures } from './bill';
import { readNanos } from './read-amount';

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

export const toleranceDefaults = { percent: '1', minUsd: '0.01' } as const;
/** A percent has a hundred basis points, in units of a nano. */
const nanosPerBasisPoint = 10_000_000n;

/** Of decimal texts. Raises BillError. */
export function makeTolerance({
  minUsd = toleranceDefaults.minUsd,
  percent = toleranceDefaults.percent,
}: {
  readonly percent?: string | undefined;
  readonly minUsd?: string | undefined;
}): Tolerance {
  return { basisPoints: readNanos(percent) / nanosPerBasisPoint, costNanos: readNanos(minUsd) };
}

export interface Difference {
  readonly day: string;
  /** Null: the bill has no models, so the totals of the day are compared. */
  readonly model: string | null;
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
  readonly model: string | null;
  readonly billed: Figures;
  readonly own: Figures;
}

function pairModels(
  rows: readonly BillRow[],
  { byModel, totals }: DayReceipts,
  names: ReadonlyMap<string, string>,
): Pair[] {
  const billed = new Map<string, Figures>();
  const index = indexModels(byModel.keys());
  for (const row of rows) {
    const model = row.model === '' ? '' : findModel(row.model, index, names);
    billed.set(model, addFigures(billed.get(model) ?? {}, row));
  }
  const pairs = [...billed].map(([model, figuresOfModel]): Pair =>
    model === ''
      ? { model: null, billed: figuresOfModel, own: totals }
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

/** The models of our receipts by all names that a bill may have for them; the first one wins. */
function indexModels(ids: Iterable<string>): ReadonlyMap<string, string> {
  const index = new Map<string, string>();
  for (const id of ids) {
    for (const key of [makeKey(id.slice(id.indexOf('/') + 1)), makeKey(id)])
      if (!index.has(key)) index.set(key, id);
  }
  return index;
}

/** Providers bill dated versions of what callers name without a date. */
function findModel(
  name: string,
  index: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): string {
  const found = names.get(name) ?? index.get(makeKey(name)) ?? index.get(makeKey(dropDate(name)));
  return found ?? name;
}

function isFar(figure: Figure, billed: bigint, ours: bigint, tolerance: Tolerance): boolean {
  const distance = billed > ours ? billed - ours : ours - billed;
  if (figure === 'costNanos' && distance <= tolerance.costNanos) return false;
  const larger = billed > ours ? billed : ours;
  return distance * whole > larger * tolerance.basisPoints;
}
