import { BillError } from './bill-error';
import type { BillRow } from './bill';
import { parseCsv } from './parse-csv';
import { readCount, readDay, readNanos } from './read-amount';

type Cells = Readonly<Record<string, string>>;

/** Names of columns: those of OpenAI's exports, those of Anthropic's, and plain ones. */
const dayColumns = ['date', 'day', 'start_time_iso', 'start_time', 'usage_date_utc'];
const modelColumns = ['model', 'model_version', 'line_item'];
const countColumns = {
  requests: ['requests', 'num_model_requests'],
  outputTokens: ['output_tokens', 'usage_output_tokens'],
} as const;
const inputColumns = ['input_tokens'];
/** Anthropic splits the prompt; the sum is what receipts call prompt tokens. */
const inputParts = [
  ...['usage_input_tokens_no_cache', 'usage_input_tokens_cache_read'],
  ...['usage_input_tokens_cache_write_5m', 'usage_input_tokens_cache_write_1h'],
  'usage_input_tokens_cache_write',
];
const costColumns = ['cost', 'cost_usd', 'amount_value'];

/** Rows without any figure are the empty days of an export. */
export function readCsvBill(text: string): BillRow[] {
  const rows = parseCsv(text);
  const [first] = rows;
  if (first === undefined) throw new BillError('the CSV file has no rows');
  const dayColumn = dayColumns.find((name) => name in first);
  if (dayColumn === undefined)
    throw new BillError(`the CSV file needs a column of ${dayColumns.join(', ')}`);
  return rows
    .map((cells) => readRow(cells, dayColumn))
    .filter((row) => Object.keys(row).length > 2);
}

function readRow(cells: Cells, dayColumn: string): BillRow {
  const pick = (names: readonly string[]): string | undefined => {
    const name = names.find((each) => (cells[each] ?? '') !== '');
    return name === undefined ? undefined : cells[name];
  };
  const requests = pick(countColumns.requests);
  const outputTokens = pick(countColumns.outputTokens);
  const inputTokens = pick(inputColumns) ?? sumParts(cells);
  const cost = pick(costColumns);
  return {
    day: readDay(cells[dayColumn]),
    model: nameModel(pick(modelColumns)),
    ...(requests === undefined ? {} : { requests: readCount(requests) }),
    ...(inputTokens === undefined ? {} : { inputTokens: readCount(inputTokens) }),
    ...(outputTokens === undefined ? {} : { outputTokens: readCount(outputTokens) }),
    ...(cost === undefined ? {} : { costNanos: readNanos(cost) }),
  };
}

function sumParts(cells: Cells): string | undefined {
  const parts = inputParts.flatMap((name) => cells[name] || []);
  if (parts.length === 0) return undefined;
  return String(parts.reduce((sum, part) => sum + readCount(part), 0n));
}

/** A line of OpenAI's costs is a model and what of it: `gpt-4o-2024-08-06, input`. */
export function nameModel(text: string | null | undefined): string {
  return (text ?? '').split(', ')[0] ?? '';
}
