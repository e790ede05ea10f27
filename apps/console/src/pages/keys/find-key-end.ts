import type { Key } from './key-desk';

/** Why a key does not work. `rotated`: its secret was replaced. */
export type KeyEnd = 'deleted' | 'disabled' | 'expired' | 'rotated';

/** Undefined for a key that may be used. */
export function findKeyEnd(
  { deletedAt, enabled, expiresAt }: Pick<Key, 'deletedAt' | 'enabled' | 'expiresAt'>,
  nowMs: number,
): Exclude<KeyEnd, 'rotated'> | undefined {
  if (deletedAt !== null) return 'deleted';
  if (!enabled) return 'disabled';
  return expiresAt !== null && Date.parse(expiresAt) <= nowMs ? 'expired' : undefined;
}
