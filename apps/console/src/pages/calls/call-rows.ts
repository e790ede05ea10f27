import type { ListCallsResponse } from '../../api/generated/types.gen';
import { collectPages, type ReadPage } from '../../app/collect-pages';
import { makeCsvList, type CsvList } from '../../ui/csv-list';

export type Call = ListCallsResponse['calls'][number];

export interface CallPage {
  readonly calls: readonly Call[];
  readonly nextCursor: string | null;
}

export type ReadCallPage = ReadPage<CallPage>;

const callsMax = 10_000;

/** The rows of a CSV file: what matches, not only what was scrolled to, up to 10,000 calls. */
export async function readCallRows(
  readPage: ReadCallPage,
  onProgress: (count: number) => void,
): Promise<CsvList> {
  const listItems = ({ calls }: CallPage): readonly Call[] => calls;
  const collected = await collectPages({ readPage, listItems, itemsMax: callsMax, onProgress });
  const rows = collected.items.map((call) => csvColumns.map((name) => call[name] ?? ''));
  return makeCsvList(csvColumns, { rows, hasMore: collected.hasMore });
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
