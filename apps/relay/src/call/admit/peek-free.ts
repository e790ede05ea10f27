import type { AppError } from '@tollgate/errors';
import type { ReserveTools } from './reserve-call';
import {
  canPay,
  listFreeTiers,
  makeAddressClaim,
  makeModelClaim,
  makeNamedClaim,
} from './free-claims';
import { makeQuotaError, type ReachedQuota } from './refuse-free';
import type { RoutedCall } from '../route/routed-call';

export type FreeVerdict =
  | { readonly kind: 'free' }
  | { readonly kind: 'paid' }
  | { readonly kind: 'refused'; readonly error: AppError };

/**
 * Whether a call would be free now: with a test key, over an organization's own provider key, or
 * within free quotas.
 * Takes nothing from the quotas.
 */
export async function peekFree(
  call: RoutedCall,
  { addressCaps, freeTiers, quota }: Omit<ReserveTools, 'holds'>,
): Promise<FreeVerdict> {
  const [{ byok, isTest }] = call.candidates;
  if (byok !== undefined || isTest) return { kind: 'free' };
  const tiers = listFreeTiers(call, freeTiers);
  if (tiers.length === 0) return { kind: 'paid' };
  const nowMs = Date.now();
  const judge = (reached: ReachedQuota): FreeVerdict =>
    canPay(call) ? { kind: 'paid' } : { kind: 'refused', error: makeQuotaError(reached, nowMs) };

  const address = makeAddressClaim(call, addressCaps, nowMs);
  const addressCap = address && (await quota.peek(address));
  if (address && addressCap) return judge({ ...address, cap: addressCap, name: 'auto:free' });
  let reached: ReachedQuota | undefined;
  for (const tier of tiers) {
    const claim = makeModelClaim(call, tier, nowMs);
    const cap = await quota.peek(claim);
    if (cap === undefined) {
      const named = await peekNamed(call, { addressCaps, quota }, nowMs);
      return named === undefined ? { kind: 'free' } : judge({ ...named, name: tier.model });
    }
    reached ??= { ...claim, cap, name: tier.model };
  }
  return reached === undefined ? { kind: 'paid' } : judge(reached);
}

/** The cap of free calls of named models that the address has reached. */
async function peekNamed(
  call: RoutedCall,
  { addressCaps, quota }: Pick<ReserveTools, 'addressCaps' | 'quota'>,
  nowMs: number,
): Promise<Omit<ReachedQuota, 'name'> | undefined> {
  const claim = makeNamedClaim(call, addressCaps, nowMs);
  const cap = claim && (await quota.peek(claim));
  return claim && cap && { ...claim, cap };
}
