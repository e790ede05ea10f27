import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';

export interface SessionUse {
  readonly requests: number;
  readonly tokens: number;
}

/** What a session of an institution has used, counted for all relays together. */
export interface SessionQuotas {
  /** Counts a call, unless a bound is reached. Raises: overloaded. */
  take(caller: CallerIdentity): Promise<'taken' | 'requests' | 'tokens'>;
  /** Adds the tokens of a call; undefined: the call ended unbilled and is not counted. */
  settle(caller: CallerIdentity, tokens: number | undefined): void;
}

/** Whether anything but money limits the calls of this caller. */
export function hasSessionQuota({ quota }: CallerIdentity): boolean {
  return quota !== null && (quota.requests !== null || quota.tokens !== null);
}

/** Raises rate_limited when the session has used up its quota. */
export async function takeSessionQuota(
  caller: CallerIdentity,
  quotas: Pick<SessionQuotas, 'take'>,
): Promise<void> {
  if (!hasSessionQuota(caller)) return;
  const result = await quotas.take(caller);
  if (result === 'taken') return;
  const limit = caller.quota?.[result] ?? 0;
  throw new AppError('rate_limited', {
    message: `This session has used up its ${limit} ${result}. Sign in again for a new one.`,
    metadata: { scope: 'session', window: 'total', limit, unit: result },
    // Waiting does not restore it.
    headers: { 'x-should-retry': 'false' },
  });
}

/** Admits a call within the quota of its session; a refused call is not counted. */
export async function admitWithin<Held>(
  caller: CallerIdentity,
  quotas: SessionQuotas,
  admit: () => Promise<Held>,
): Promise<Held> {
  if (!hasSessionQuota(caller)) return admit();
  await takeSessionQuota(caller, quotas);
  try {
    return await admit();
  } catch (error) {
    quotas.settle(caller, undefined);
    throw error;
  }
}
