import type { ListLedgerResponse } from '../../api/generated/types.gen';
import { collectPages, type ReadPage } from '../../app/collect-pages';
import { makeCsvList, type CsvList } from '../../ui/csv-list';

type Entry = ListLedgerResponse['entries'][number];

export type ReadLedgerPage = ReadPage<ListLedgerResponse>;

const entriesMax = 20_000;
const columns = [
  ...(['id', 'createdAt', 'kind', 'ref', 'amountUsd', 'balanceAfter'] as const),
] as const satisfies readonly (keyof Entry)[];

/** The rows of a CSV file: what matches, not only what is shown, up to 20,000 entries. */
export async function readLedgerRows(
  readPage: ReadLedgerPage,
  onProgress: (count: number) => void,
): Promise<CsvList> {
  const listItems = ({ entries }: ListLedgerResponse): readonly Entry[] => entries;
  const collected = await collectPages({ readPage, listItems, itemsMax: entriesMax, onProgress });
  const rows = collected.items.map((entry) => columns.map((name) => entry[name] ?? ''));
  return makeCsvList(columns, { rows, hasMore: collected.hasMore });
}
