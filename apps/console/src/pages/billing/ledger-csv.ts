import type { ListLedgerResponse } from '../../api/generated/types.gen';
import { collectPages, type ReadPage } from '../../app/collect-pages';
import type { CsvRows } from '../../ui/csv';

type Entry = ListLedgerResponse['entries'][number];

export type ReadLedgerPage = ReadPage<ListLedgerResponse>;

const entriesMax = 20_000;
const columns = [
  ...(['id', 'createdAt', 'kind', 'ref', 'amountUsd', 'balanceAfter'] as const),
] as const satisfies readonly (keyof Entry)[];

/** The rows of a CSV file: everything that matches, not only what is shown. */
export async function readLedgerRows(
  readPage: ReadLedgerPage,
  onProgress: (count: number) => void,
): Promise<CsvRows> {
  const listItems = ({ entries }: ListLedgerResponse): readonly Entry[] => entries;
  const entries = await collectPages({ readPage, listItems, itemsMax: entriesMax, onProgress });
  return [columns, ...entries.map((entry) => columns.map((name) => entry[name] ?? ''))];
}
