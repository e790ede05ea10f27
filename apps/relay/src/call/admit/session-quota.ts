import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';

export interface SessionUse {
  readonly requests: number;
  readonly tokens: number;
}

/** What a session of an institution has used, counted for all relays together. */
export interface SessionQuotas {
  /** Counts a call, unless a bound is reached: then nothing is counted. Raises: overloaded. */
  take(caller: CallerIdentity): Promise<'taken' | 'requests' | 'tokens'>;
  /** The call used these; none: it ended unbilled, and did not happen. */
  settle(caller: CallerIdentity, tokens: number | undefined): void;
}

/** Whether anything bounds the calls of this caller beside its money. */
export function hasSessionQuota({ quota }: CallerIdentity): boolean {
  return quota !== null && (quota.requests !== null || quota.tokens !== null);
}

/** Raises: rate_limited, when the session has used up what its institution gives it. */
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
    metadata: { scope: 'session', window: 'total', limit },
    // It does not come back by waiting.
    headers: { 'x-should-retry': 'false' },
  });
}

/** Lets a call in that its session still has a share for; who is refused keeps it. */
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
