import { readFile, stat } from 'node:fs/promises';
import { openAdminApi, type CallAdmin } from '../admin-api';
import { UsageError } from '../usage-error';
import { parseBillArguments } from './arguments';
import { sumRows, type BillRow, type Figures } from './bill';
import { compareBill, type DayReceipts } from './compare-bill';
import { formatDifferences } from './format-differences';
import { readNanos } from './read-amount';
import { readCsvBill } from './read-csv-bill';
import { readJsonBill } from './read-json-bill';

const bytesMax = 100 * 1024 * 1024;
const daysMax = 92;
/** So many models of a day the gateway lists. */
const modelsMax = 100;

/** Compares a usage report of a provider with our receipts. 1: they differ. */
export async function compareBillProgram(
  given: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const { file, names, provider, tolerance } = parseBillArguments(given);
  const bill = sumRows(await readBill(file));
  const days = [...new Set(bill.map(({ day }) => day))].sort();
  if (days.length === 0) throw new UsageError(`${file} bills nothing`);
  if (days.length > daysMax)
    throw new UsageError(`${file} has more than ${daysMax} days: compare it in parts`);
  const callAdmin = openAdminApi(process.env);
  const receipts = new Map<string, DayReceipts>();
  for (const day of days) receipts.set(day, await readReceipts(callAdmin, provider, day, say));
  const { compared, differences } = compareBill(bill, receipts, { tolerance, names });
  for (const line of formatDifferences(differences)) say(line);
  say(`${compared} figures of ${days.length} days compared, ${differences.length} differ`);
  return differences.length === 0 ? 0 : 1;
}

async function readBill(file: string): Promise<BillRow[]> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new UsageError(`there is no file ${file}`);
  if (found.size > bytesMax) throw new UsageError(`${file} is larger than 100 MB`);
  const text = await readFile(file, 'utf8');
  if (!/^\s*[[{]/.test(text)) return readCsvBill(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is neither CSV nor JSON`);
  }
  return readJsonBill(value);
}

interface UsageFigures {
  readonly spend: number;
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

interface UsageAnswer {
  readonly totals: UsageFigures;
  readonly byModel: readonly (UsageFigures & { readonly model: string })[];
}

async function readReceipts(
  callAdmin: CallAdmin,
  provider: string,
  day: string,
  say: (line: string) => void,
): Promise<DayReceipts> {
  const query = new URLSearchParams({ provider, from: day, to: day });
  const { byModel, totals } = await callAdmin<UsageAnswer>(`usage?${query.toString()}`);
  if (byModel.length >= modelsMax)
    say(`${day}: only the ${modelsMax} models with the highest cost are compared`);
  return {
    totals: readFigures(totals),
    byModel: new Map(byModel.map((row) => [row.model, readFigures(row)])),
  };
}

function readFigures(row: UsageFigures): Figures {
  return {
    requests: BigInt(row.requests),
    inputTokens: BigInt(row.promptTokens),
    outputTokens: BigInt(row.completionTokens),
    costNanos: readNanos(row.spend),
  };
}
