import type { ListLedgerData } from '../../api/generated/types.gen';
import { compact, readChoice, readDay, type Search } from '../../app/search';

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

export function readLedgerFilters(search: Search): LedgerFilters {
  return compact({
    kind: readChoice(search, 'kind', ledgerKinds),
    from: readDay(search, 'from'),
    to: readDay(search, 'to'),
  });
}
