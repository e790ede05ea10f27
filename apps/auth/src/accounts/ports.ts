/** An account whose deletion was asked for, and from where. */
export interface AccountEnding {
  readonly userId: string;
  readonly clientIp: string;
  readonly requestId: string;
}

export interface EndingStore {
  /** Once per account, however often it is asked for. */
  add(ending: AccountEnding, now: Date): Promise<void>;
  /** Due again after a time that grows with every try. */
  claimDue(now: Date, rowsMax: number): Promise<readonly AccountEnding[]>;
  remove(userId: string): Promise<void>;
}
