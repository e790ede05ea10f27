import type { DayReceipts } from '@tollgate/provider-bill';

/** The sums of our receipts of a provider, by day (YYYY-MM-DD) and model of the catalog. */
export type ReadReceipts = (
  provider: string,
  days: readonly string[],
) => Promise<ReadonlyMap<string, DayReceipts>>;
