/** One change, as it is kept: never altered, only deleted when it is old. */
export interface AuditEntry {
  readonly id: string;
  readonly occurredAt: Date;
  readonly action: string;
  readonly actor: {
    readonly type: string;
    readonly id: string;
    readonly email: string;
    /** The management key that acted for them; empty where they acted themselves. */
    readonly keyId: string;
  };
  readonly target: { readonly type: string; readonly id: string };
  /** JSON text, or null where there was no such state. */
  readonly beforeJson: string | null;
  readonly afterJson: string | null;
  readonly ip: string;
  /** Empty for the platform's own entries. */
  readonly orgId: string;
  readonly requestId: string;
}

/** Where a page ended; the next one begins just below it. */
export interface EntryPosition {
  readonly occurredAt: Date;
  readonly id: string;
}

export interface EntryFilter {
  readonly action: string | undefined;
  /** Id or mail address of the actor. */
  readonly actor: string | undefined;
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly to: Date | undefined;
  /** Of one organization; undefined: of all, and of the platform. */
  readonly orgId: string | undefined;
}
