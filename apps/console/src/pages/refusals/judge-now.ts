import type { GetRefusalResponse } from '../../api/generated/types.gen';
import { findKeyEnd, type KeyEnd } from '../keys/find-key-end';
import type { Key } from '../keys/key-desk';

export type Refusal = GetRefusalResponse;

/** Whether the same request would pass now, as far as figures can tell. */
export type Verdict = 'yes' | 'no' | 'unknown';

const keyEnds: Readonly<Record<string, KeyEnd>> = {
  key_deleted: 'deleted',
  key_disabled: 'disabled',
  key_expired: 'expired',
  key_rotated: 'rotated',
};

/** Why the key of a refused request did not work; undefined: something else refused it. */
export function readKeyEnd({ code }: Pick<Refusal, 'code'>): KeyEnd | undefined {
  return keyEnds[code];
}

type KeyState = Pick<Key, 'deletedAt' | 'enabled' | 'expiresAt'>;

/**
 * Why a key that refused a request does not work now; undefined: it works again. Without the key,
 * what the refusal says is taken to be still true.
 */
export function findEndNow(end: KeyEnd, key: KeyState | null, nowMs: number): KeyEnd | undefined {
  if (end === 'deleted' || key === null) return end;
  // The secret of the request stays replaced, whatever else happens to the key.
  const now = findKeyEnd(key, nowMs);
  return end === 'rotated' && now !== 'deleted' ? end : now;
}

/** Of a refusal that is not about the state of a key. */
export function judgeNow(
  { figures, resetsAt }: Pick<Refusal, 'figures' | 'resetsAt'>,
  { availableUsd, nowMs }: { readonly nowMs: number; readonly availableUsd: number | undefined },
): Verdict {
  if (resetsAt !== null) return Date.parse(resetsAt) <= nowMs ? 'yes' : 'no';
  const required = figures?.unit === 'usd' ? figures.required : undefined;
  if (required === undefined || availableUsd === undefined) return 'unknown';
  return availableUsd >= required ? 'yes' : 'no';
}
