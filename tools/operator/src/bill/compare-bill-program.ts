import { readFile, stat } from 'node:fs/promises';
import {
  compareBill,
  readBill,
  readNanos,
  type Bill,
  type DayReceipts,
  type Figures,
} from '@tollgate/provider-bill';
import { openAdminApi, type CallAdmin } from '../admin-api';
import { UsageError } from '../usage-error';
import { parseBillArguments } from './arguments';
import { formatDifferences } from './format-differences';

const bytesMax = 100 * 1024 * 1024;
/** So many models of a day the gateway lists. */
const modelsMax = 100;

/** Compares a usage report of a provider with our receipts. 1: they differ. */
export async function compareBillProgram(
  given: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const { file, names, provider, tolerance } = parseBillArguments(given);
  const { days, rows } = await readBillFile(file);
  const callAdmin = openAdminApi(process.env);
  const receipts = new Map<string, DayReceipts>();
  for (const day of days) receipts.set(day, await readReceipts(callAdmin, provider, day, say));
  const { compared, differences } = compareBill(rows, receipts, { tolerance, names });
  for (const line of formatDifferences(differences)) say(line);
  say(`${compared} figures of ${days.length} days compared, ${differences.length} differ`);
  return differences.length === 0 ? 0 : 1;
}

async function readBillFile(file: string): Promise<Bill> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new UsageError(`there is no file ${file}`);
  if (found.size > bytesMax) throw new UsageError(`${file} is larger than 100 MB`);
  return readBill(await readFile(file, 'utf8'));
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
