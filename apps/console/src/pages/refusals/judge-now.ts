import type { GetRefusalResponse } from '../../api/generated/types.gen';
import { usdToNanos } from '../../format/money';
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

/** What decides now whether the same request passes. */
export type Decider = 'clock' | 'cap' | 'breaker' | 'budget' | 'balance' | 'rule';

const deciders: Readonly<Record<string, Decider>> = {
  rate_limited: 'clock',
  penalty_block: 'clock',
  spend_limit_exceeded: 'cap',
  spend_breaker: 'breaker',
  budget_cap_reached: 'budget',
  insufficient_credits: 'balance',
  credit_limit_exceeded: 'balance',
};

export function findDecider({ code }: Pick<Refusal, 'code'>): Decider {
  return deciders[code] ?? 'rule';
}

/** What decides as it is now, in USD. A limit of null: there is no limit. */
export type FiguresNow =
  | { readonly kind: 'limit'; readonly limit: number | null; readonly used: number }
  | { readonly kind: 'funds'; readonly available: number };

/**
 * Of a refusal that is not about the state of a key. `now` is null where the viewer may not read
 * what decides, and where nothing but the clock decides.
 */
export function judgeNow(
  refusal: Pick<Refusal, 'code' | 'figures' | 'resetsAt'>,
  { now, nowMs }: { readonly nowMs: number; readonly now: FiguresNow | null },
): Verdict {
  if (findDecider(refusal) === 'clock') return judgeByClock(refusal, nowMs);
  if (now === null) return 'unknown';
  if (now.kind === 'limit') return hasRoom(now) ? 'yes' : 'no';
  const required = refusal.figures?.required;
  if (required === undefined) return 'unknown';
  return usdToNanos(now.available) >= usdToNanos(required) ? 'yes' : 'no';
}

/** A call passes a limit that is not used up, even if it costs more than what is left. */
function hasRoom({ limit, used }: { readonly limit: number | null; readonly used: number }) {
  return limit === null || usdToNanos(used) < usdToNanos(limit);
}

/** Limits of a minute are free again; a quota of a day may be used up again since it began. */
function judgeByClock(
  { figures, resetsAt }: Pick<Refusal, 'figures' | 'resetsAt'>,
  nowMs: number,
): Verdict {
  if (resetsAt === null) return 'unknown';
  if (Date.parse(resetsAt) > nowMs) return 'no';
  return figures?.unit === 'units' ? 'unknown' : 'yes';
}
