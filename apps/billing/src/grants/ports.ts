import type { Nanos } from '@tollgate/money';
import type { EndingGrant, GrantRecord } from './grant';

/** A grant with what is needed to end it. */
export interface StoredGrant extends GrantRecord {
  readonly usageStartNanos: Nanos;
}

export interface GrantStore {
  /** False when one of this id exists. */
  insert(grant: StoredGrant): Promise<boolean>;
  find(grantId: string): Promise<GrantRecord | undefined>;
  list(before: string, limit: number): Promise<GrantRecord[]>;
  listOfWallet(
    walletId: string,
    page: { readonly before: string; readonly limit: number },
  ): Promise<GrantRecord[]>;
  listOverdue(nowMs: number, limit: number): Promise<GrantRecord[]>;
  /** Of those that have an end; the wallet's usage now ends those that have not ended. */
  listEnding(walletId: string, usageNanos: Nanos): Promise<EndingGrant[]>;
  /** False when it has ended before. */
  end(
    grantId: string,
    end: { readonly atMs: number; readonly usageNanos: Nanos; readonly expiredNanos: Nanos },
  ): Promise<boolean>;
}
