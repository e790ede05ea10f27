import type { ListCallsResponse } from '../../api/generated/types.gen';
import { collectPages, type ReadPage } from '../../app/collect-pages';
import type { CsvRows } from '../../ui/csv';

export type Call = ListCallsResponse['calls'][number];

export interface CallPage {
  readonly calls: readonly Call[];
  readonly nextCursor: string | null;
}

export type ReadCallPage = ReadPage<CallPage>;

const callsMax = 10_000;

/** The rows of a CSV file: everything that matches, not only what was scrolled to. */
export async function readCallRows(
  readPage: ReadCallPage,
  onProgress: (count: number) => void,
): Promise<CsvRows> {
  const listItems = ({ calls }: CallPage): readonly Call[] => calls;
  return listCsvRows(await collectPages({ readPage, listItems, itemsMax: callsMax, onProgress }));
}

const csvColumns = [
  'id',
  'created_at',
  'model',
  'provider',
  'api_key_id',
  'app',
  'status',
  'prompt_tokens',
  'completion_tokens',
  'cost',
  'duration_ms',
  'request_id',
] as const satisfies readonly (keyof Call)[];

function listCsvRows(calls: readonly Call[]): CsvRows {
  return [csvColumns, ...calls.map((call) => csvColumns.map((name) => call[name] ?? ''))];
}
