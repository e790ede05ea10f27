export interface PolicyStore {
  /** To be called last in a transaction: others who change a policy wait for its end. */
  touch(orgId: string): Promise<void>;
  getSequence(orgId: string): Promise<bigint>;
  listChanges(
    after: bigint,
    rowsMax: number,
  ): Promise<{ readonly orgIds: readonly string[]; readonly last: bigint; readonly clock: bigint }>;
}

/** Tells every relay that what it remembers about an organization is out of date. */
export interface PolicySignal {
  changed(orgId: string): Promise<void>;
}
