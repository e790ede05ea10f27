import type { KeyEndReason } from '@tollgate/identity';
import { isExpired } from './api-key';
import type { FoundKey } from './ports';

/** Why and when a key ended. */
export interface KeyEnd {
  readonly reason: KeyEndReason;
  /** Null: not recorded. */
  readonly at: Date | null;
}

export interface EndedKey extends FoundKey {
  readonly end: KeyEnd;
}

/** Undefined for a key that may be used. */
export function findKeyEnd(
  { key, secretEndsAt }: Pick<FoundKey, 'key' | 'secretEndsAt'>,
  now: Date,
): KeyEnd | undefined {
  if (key.deleted !== null) return { reason: 'deleted', at: key.deleted.at };
  if (secretEndsAt !== null && secretEndsAt <= now) return { reason: 'rotated', at: secretEndsAt };
  if (!key.isEnabled) return { reason: 'disabled', at: key.disabled?.at ?? null };
  if (isExpired(key, now)) return { reason: 'expired', at: key.expiresAt };
  return undefined;
}
