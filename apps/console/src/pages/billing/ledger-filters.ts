import type { ListLedgerData } from '../../api/generated/types.gen';
import { compact, readChoice, readText, type Search } from '../../app/search';

type LedgerQuery = NonNullable<ListLedgerData['query']>;

export const ledgerKinds = [
  ...(['topup', 'grant', 'adjust', 'settle', 'reserve', 'release', 'refund'] as const),
  ...(['reversal', 'invoice'] as const),
] as const satisfies readonly LedgerQuery['kind'][];

/** Filters of the ledger, as they stand in the URL. */
export interface LedgerFilters {
  readonly kind?: (typeof ledgerKinds)[number];
  /** Days in UTC, both included. */
  readonly from?: string;
  readonly to?: string;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

export function readLedgerFilters(search: Search): LedgerFilters {
  return compact({
    kind: readChoice(search, 'kind', ledgerKinds),
    from: readDay(search, 'from'),
    to: readDay(search, 'to'),
  });
}

function readDay(search: Search, name: string): string | undefined {
  const text = readText(search, name);
  return text !== undefined && dayPattern.test(text) ? text : undefined;
}
