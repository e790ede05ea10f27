/**
 * A place in the order of everything that is posted: the id of the posting transaction, then the
 * id of the entry. A position stands for all entries up to it, itself included; an empty key
 * stands before all entries of the transaction.
 */
export interface Position {
  readonly xid: bigint;
  readonly key: string;
}

export function isAfter(position: Position, other: Position): boolean {
  if (position.xid !== other.xid) return position.xid > other.xid;
  return position.key > other.key;
}

/** What a client sends back to resume, with the time at which it was sent. */
export interface ResumePoint {
  readonly position: Position;
  readonly sentAtMs: number;
}

const secondMs = 1_000;
const idPattern = /^v1\.(\d{1,20})\.((?:aud_)?[0-9A-Z]{26})?\.(\d{1,11})$/;
const xidMax = 2n ** 64n - 1n;

/** Opaque to clients: its content may change. */
export function formatEventId({ key, xid }: Position, sentAtMs: number): string {
  return `v1.${xid}.${key}.${Math.floor(sentAtMs / secondMs)}`;
}

/** Undefined for a text that is not an id of an event. */
export function parseEventId(text: string): ResumePoint | undefined {
  const [, digits, key = '', seconds] = idPattern.exec(text) ?? [];
  if (digits === undefined || BigInt(digits) > xidMax) return undefined;
  return { position: { xid: BigInt(digits), key }, sentAtMs: Number(seconds) * secondMs };
}
