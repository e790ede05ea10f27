import { AppError } from '@tollgate/errors';
import { getAddressBlock, getRateSubject } from '@tollgate/identity';
import { findPaidExtra } from '../../domain/check-extras';
import { countUnits, type FreeTier } from '../../catalog/free-tier';
import type { QuotaClaim } from './free-quota';
import type { RoutedCall } from '../route/routed-call';

export interface AddressCap {
  readonly requestsPerMinute: number;
  readonly requestsPerDay: number;
}

/** Of one client address: accounts are cheap. */
export interface AddressCaps {
  /** Calls of `auto:free`, free or not in the end. */
  readonly auto: AddressCap;
  /** Calls of named models that are free. */
  readonly named: AddressCap;
}

/**
 * A waterfall is free by the first of its ways; one that was promised to be free by the first model
 * that is, however its ways do; the router may take any that still has quota.
 */
export function listFreeTiers(call: RoutedCall, tiers: ReadonlyMap<string, FreeTier>): FreeTier[] {
  if (tiers.size === 0) return [];
  const models = [...new Set(call.candidates.map(({ model }) => model.id))];
  const considered = isPromised(call, tiers) ? models : models.slice(0, 1);
  const free = considered.flatMap((model) => tiers.get(model) ?? []);
  if (free.length === 0 || paysExtra(call)) return [];
  return isAutoFree(call) ? free : free.slice(0, 1);
}

/** A free quota covers tokens. Raises unsupported_param where the rest may not be charged. */
function paysExtra(call: RoutedCall): boolean {
  const paid = call.candidates.flatMap((candidate) =>
    candidate.byok === undefined ? (findPaidExtra(candidate, call.request) ?? []) : [],
  );
  const [param] = paid;
  if (param === undefined) return false;
  if (canPay(call)) return true;
  throw new AppError('unsupported_param', {
    message: `${param} is not free. Leave it out, or allow paid calls.`,
    param,
  });
}

/** Who named a free model first and does not pay gets that one, also while others do better. */
function isPromised(call: RoutedCall, tiers: ReadonlyMap<string, FreeTier>): boolean {
  const { isFreeOnly, models } = call.plan;
  return isFreeOnly || (tiers.has(models[0]?.model.id ?? '') && !canPay(call));
}

function isAutoFree({ plan }: RoutedCall): boolean {
  return plan.isAuto && plan.isFreeOnly;
}

/** What a call takes of the free quota of one of its models. */
export function makeModelClaim(
  { caller, candidates }: RoutedCall,
  tier: FreeTier,
  nowMs: number,
): QuotaClaim {
  const candidate = candidates.find(({ model }) => model.id === tier.model) ?? candidates[0];
  const isFunded = caller.balanceNanos > 0n;
  return {
    subject: `${getRateSubject(caller)}:${tier.model}`,
    requestsPerMinute: tier.rpm,
    unitsPerDay: tier.dailyUnits * (isFunded ? tier.fundedMultiplier : 1),
    units: countUnits(candidate.work.promptTokens, tier),
    nowMs,
  };
}

/** What `auto:free` takes of the quota of its address; undefined for other calls. */
export function makeAddressClaim(
  call: RoutedCall,
  caps: AddressCaps,
  nowMs: number,
): QuotaClaim | undefined {
  return isAutoFree(call) ? makeClaim(call, 'ip', caps.auto, nowMs) : undefined;
}

/** What a free call of a named model takes of the quota of its address. */
export function makeNamedClaim(
  call: RoutedCall,
  caps: AddressCaps,
  nowMs: number,
): QuotaClaim | undefined {
  return isAutoFree(call) ? undefined : makeClaim(call, 'ip-named', caps.named, nowMs);
}

function makeClaim(
  { caller }: RoutedCall,
  kind: string,
  cap: AddressCap,
  nowMs: number,
): QuotaClaim {
  return {
    subject: `${kind}:${getAddressBlock(caller.clientIp)}`,
    requestsPerMinute: cap.requestsPerMinute,
    unitsPerDay: cap.requestsPerDay,
    units: 1,
    nowMs,
  };
}

/** Whoever named the free variant took it as a promise, and must say that paying is fine. */
export function canPay({ caller, clientHeaders, plan }: RoutedCall): boolean {
  if (caller.balanceNanos <= 0n || !caller.hasFreeFallback) return false;
  const wish = clientHeaders['x-free-fallback']?.trim().toLowerCase();
  return plan.isFreeOnly ? wish === 'true' : wish !== 'false';
}
