import type { AppError } from '@tollgate/errors';
import type { AdmitTools } from './admit-call';
import { canPay, listFreeTiers, makeAddressClaim, makeModelClaim } from './free-claims';
import { makeQuotaError, type ReachedQuota } from './refuse-free';
import type { RoutedCall } from './stages';

export type FreeVerdict =
  | { readonly kind: 'free' }
  | { readonly kind: 'paid' }
  | { readonly kind: 'refused'; readonly error: AppError };

/**
 * Whether a call would cost anything now: not over an organization's own provider key, nor while
 * free quotas would take it. Nothing is taken from them.
 */
export async function peekFree(
  call: RoutedCall,
  { addressCaps, freeTiers, quota }: Omit<AdmitTools, 'holds'>,
): Promise<FreeVerdict> {
  if (call.candidates[0].byok !== undefined) return { kind: 'free' };
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
    if (cap === undefined) return { kind: 'free' };
    reached ??= { ...claim, cap, name: tier.model };
  }
  return reached === undefined ? { kind: 'paid' } : judge(reached);
}
