import { AppError } from '@tollgate/errors';
import { getAddressBlock, getRateSubject } from '@tollgate/identity';
import { findPaidExtra, findPaidSearch } from '../../domain/check-extras';
import { countUnits, type FreeTier } from '../../catalog/tiers';
import type { QuotaClaim } from './free-quota';
import type { RoutedCall } from '../route/routed-call';

export interface AddressCap {
  readonly requestsPerMinute: number;
  readonly requestsPerDay: number;
}

/** Caps per client address, because accounts are easy to create. */
export interface AddressCaps {
  /** Calls of `auto:free`, whether a quota or a balance pays in the end. */
  readonly auto: AddressCap;
  /** Free calls of named models. */
  readonly named: AddressCap;
}

/**
 * The free tiers that may pay for a call. Usually only the first candidate counts. A call that was
 * promised to be free may use the first free model among its candidates, and `auto:free` any that
 * still has quota.
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
    candidate.byok === undefined
      ? (findPaidExtra(candidate, call.request) ?? findPaidSearch(candidate) ?? [])
      : [],
  );
  const [param] = paid;
  if (param === undefined) return false;
  if (canPay(call)) return true;
  throw new AppError('unsupported_param', {
    message: `${param} is not free. Leave it out, or allow paid calls.`,
    param,
  });
}

/**
 * The caller named a free model first and does not pay: it gets that model, even while other
 * candidates rank higher.
 */
function isPromised(call: RoutedCall, tiers: ReadonlyMap<string, FreeTier>): boolean {
  const { isFreeOnly, models } = call.plan;
  return isFreeOnly || (tiers.has(models[0]?.model.id ?? '') && !canPay(call));
}

function isAutoFree({ plan }: RoutedCall): boolean {
  return plan.isAuto && plan.isFreeOnly;
}

/** The part of a model's free quota that a call uses. */
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
    units: countUnits(candidate.work.promptTokens * (candidate.work.calls ?? 1), tier),
    nowMs,
  };
}

/** The part of its address quota that an `auto:free` call uses; undefined for other calls. */
export function makeAddressClaim(
  call: RoutedCall,
  caps: AddressCaps,
  nowMs: number,
): QuotaClaim | undefined {
  return isAutoFree(call) ? makeClaim(call, 'ip', caps.auto, nowMs) : undefined;
}

/** The part of its address quota that a free call of a named model uses. */
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

/** The name of a free variant is a promise: the caller must allow a paid call explicitly. */
export function canPay({ caller, clientHeaders, plan }: RoutedCall): boolean {
  if (caller.balanceNanos <= 0n || !caller.hasFreeFallback) return false;
  const consent = clientHeaders['x-free-fallback']?.trim().toLowerCase();
  return plan.isFreeOnly ? consent === 'true' : consent !== 'false';
}
