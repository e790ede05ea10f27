export interface PolicyStore {
  /** Call it last in a transaction: it blocks other policy changes until the commit. */
  touch(orgId: string): Promise<void>;
  getSequence(orgId: string): Promise<bigint>;
  listChanges(
    after: bigint,
    rowsMax: number,
  ): Promise<{ readonly orgIds: readonly string[]; readonly last: bigint; readonly clock: bigint }>;
}

/** Makes every relay reload the policy of an organization. */
export interface PolicySignal {
  changed(orgId: string): Promise<void>;
}
