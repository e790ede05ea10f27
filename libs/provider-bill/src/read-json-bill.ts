import { BillError } from './bill-error';
import type { BillRow } from './bill';
import { readCount, readDay, readNanos } from './read-amount';
import { nameModel } from './read-csv-bill';

type Fields = Readonly<Record<string, unknown>>;

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const cents = -2;

/**
 * Pages of `GET /v1/organization/costs` and `/usage/…` of OpenAI, and of `cost_report` and
 * `usage_report/messages` of Anthropic: both have buckets of time with results. Several pages may
 * be in a list.
 */
export function readJsonBill(value: unknown): BillRow[] {
  const pages = Array.isArray(value) ? value : [value];
  const buckets = pages.flatMap((page) => asFields(page)['data'] ?? []).map(asFields);
  if (buckets.length === 0) throw new BillError('the JSON file has no data of a usage report');
  return buckets.flatMap((bucket) => {
    const day = readDay(bucket['start_time'] ?? bucket['starting_at']);
    const results = bucket['results'];
    if (!Array.isArray(results)) throw new BillError('a bucket of the report has no results');
    return results.map(asFields).map((result) => readResult(day, result));
  });
}

function readResult(day: string, result: Fields): BillRow {
  const { amount } = result;
  if (amount === undefined) return readUsage(day, result);
  // OpenAI has an object in dollars, Anthropic a text in cents.
  if (typeof amount === 'object') {
    const { value } = asFields(amount);
    const model = nameModel(asText(result['line_item']));
    return { day, model, costNanos: readNanos(value ?? 0) };
  }
  const model = asText(result['model']) ?? nameModel(asText(result['description']));
  return { day, model, costNanos: readNanos(amount, cents) };
}

function readUsage(day: string, result: Fields): BillRow {
  const model = asText(result['model']) ?? '';
  const outputTokens = readCount(result['output_tokens']);
  if (result['uncached_input_tokens'] === undefined) {
    const requests = readCount(result['num_model_requests']);
    return { day, model, requests, inputTokens: readCount(result['input_tokens']), outputTokens };
  }
  const written = asFields(result['cache_creation']);
  const inputTokens = [
    result['uncached_input_tokens'],
    result['cache_read_input_tokens'],
    written['ephemeral_5m_input_tokens'],
    written['ephemeral_1h_input_tokens'],
  ].reduce<bigint>((sum, count) => sum + readCount(count), 0n);
  return { day, model, inputTokens, outputTokens };
}
