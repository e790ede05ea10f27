import { sumRows, type BillRow } from './bill';
import { BillError } from './bill-error';
import { readCsvBill } from './read-csv-bill';
import { readJsonBill } from './read-json-bill';

/** Figures that are compared fit into one report of the gateway. */
const daysMax = 92;

/** What a provider bills, by day and model. */
export interface Bill {
  readonly rows: readonly BillRow[];
  /** In order; at least one. */
  readonly days: readonly [string, ...string[]];
}

/** Reads a usage report, JSON or CSV. Raises BillError. */
export function readBill(text: string): Bill {
  const rows = sumRows(/^\s*[[{]/.test(text) ? readJsonBill(parseJson(text)) : readCsvBill(text));
  const [first, ...others] = [...new Set(rows.map(({ day }) => day))].sort();
  if (first === undefined) throw new BillError('the report bills nothing');
  if (others.length >= daysMax)
    throw new BillError(`the report has more than ${daysMax} days: compare it in parts`);
  return { rows, days: [first, ...others] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BillError('the report is neither CSV nor JSON');
  }
}
