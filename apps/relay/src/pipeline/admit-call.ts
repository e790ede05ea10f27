import { getAddressBlock } from '@tollgate/identity';
import { countUnits, type FreeTier } from '../domain/free-tier';
import type { FreeQuota, QuotaClaim, QuotaResult } from './free-quota';
import type { Holds } from './holds';
import { placeHold } from './place-hold';
import { prepareCall } from './prepare-call';
import {
  getWindowEndMs,
  makeQuotaError,
  renderQuotaHeaders,
  type ReachedQuota,
} from './refuse-free';
import type { CallCandidate, HeldCall, PreparedCall } from './stages';

export interface AddressCaps {
  readonly requestsPerMinute: number;
  readonly requestsPerDay: number;
}

export interface AdmitTools {
  readonly holds: Pick<Holds, 'place'>;
  readonly quota: FreeQuota;
  readonly freeTiers: ReadonlyMap<string, FreeTier>;
  /** Of `auto:free`, for one client address: accounts are cheap. */
  readonly addressCaps: AddressCaps;
}

type Granted = Extract<QuotaResult, { kind: 'granted' }>;
type Claimed =
  | { readonly kind: 'free'; readonly granted: Granted; readonly claim: QuotaClaim; model: string }
  | { readonly kind: 'over'; readonly reached: ReachedQuota };

/**
 * Lets a call in: for nothing while the free quota of its model lasts, else against a hold. Raises
 * what placing a hold raises, and rate_limited when the quota is used up and nobody may pay.
 */
export async function admitCall(call: PreparedCall, tools: AdmitTools): Promise<HeldCall> {
  const free = listFreeModels(call, tools.freeTiers);
  const [first] = free;
  if (first === undefined) return placeHold(call, tools.holds);
  const nowMs = Date.now();
  const claimed = await claimQuota(call, free, tools, nowMs);
  if (claimed.kind === 'free') return admitFree(call, claimed, tools, nowMs);
  if (!canPay(call)) throw makeQuotaError(claimed.reached, nowMs);
  const held = await placeHold(call, tools.holds);
  return addHeaders(held, { 'x-tollgate-free-fallback': claimed.reached.cap });
}

/** A waterfall is free by its first model; the router may take any that still has quota. */
function listFreeModels(
  { candidates, plan }: PreparedCall,
  tiers: AdmitTools['freeTiers'],
): FreeTier[] {
  if (tiers.size === 0) return [];
  const models = new Set(candidates.map(({ model }) => model.id));
  const considered = plan.isAuto && plan.isFreeOnly ? [...models] : [...models].slice(0, 1);
  return considered.flatMap((model) => tiers.get(model) ?? []);
}

async function claimQuota(
  call: PreparedCall,
  tiers: readonly FreeTier[],
  { addressCaps, quota }: AdmitTools,
  nowMs: number,
): Promise<Claimed> {
  const { caller, plan } = call;
  if (plan.isAuto && plan.isFreeOnly) {
    const claim = {
      subject: `ip:${getAddressBlock(caller.clientIp)}`,
      requestsPerMinute: addressCaps.requestsPerMinute,
      unitsPerDay: addressCaps.requestsPerDay,
      units: 1,
      nowMs,
    };
    const result = await quota.take(claim);
    if (result.kind === 'over')
      return { kind: 'over', reached: { ...claim, cap: result.cap, name: 'auto:free' } };
  }
  let reached: ReachedQuota | undefined;
  for (const tier of tiers) {
    const claim = makeClaim(call, tier, nowMs);
    const result = await quota.take(claim);
    if (result.kind === 'granted')
      return { kind: 'free', granted: result, claim, model: tier.model };
    reached ??= { ...claim, cap: result.cap, name: tier.model };
  }
  if (reached === undefined) throw new RangeError('a claim without a free tier');
  return { kind: 'over', reached };
}

function makeClaim(
  { caller, candidates }: PreparedCall,
  tier: FreeTier,
  nowMs: number,
): QuotaClaim {
  const candidate = candidates.find(({ model }) => model.id === tier.model) ?? candidates[0];
  const isFunded = caller.balanceNanos > 0n;
  return {
    subject: `${caller.userId}:${tier.model}`,
    requestsPerMinute: tier.rpm,
    unitsPerDay: tier.dailyUnits * (isFunded ? tier.fundedMultiplier : 1),
    units: countUnits(candidate.work.promptTokens, tier),
    nowMs,
  };
}

/** Only ways that cost nothing are left: what nobody holds money for must not be charged. */
function admitFree(
  call: PreparedCall,
  { claim, granted, model }: Extract<Claimed, { kind: 'free' }>,
  { quota }: AdmitTools,
  nowMs: number,
): HeldCall {
  const hold = {
    walletId: call.caller.walletId,
    holdId: call.ulid,
    instance: '',
    amountNanos: 0n,
    counters: [],
  };
  try {
    const prepared = keepModel(call, model);
    const held = { ...prepared, hold, worstCaseNanos: 0n, limits: [], free: granted.grant };
    return addHeaders(held, describeTighter(claim, granted, nowMs));
  } catch (error) {
    quota.giveBack(granted.grant);
    throw error;
  }
}

function keepModel(call: PreparedCall, modelId: string): PreparedCall {
  const [first, ...others] = call.candidates.filter(({ model }) => model.id === modelId);
  if (first === undefined) throw new RangeError('a free tier without a way');
  const candidates: readonly [CallCandidate, ...CallCandidate[]] = [first, ...others];
  return first === call.candidates[0]
    ? { ...call, candidates }
    : prepareCall({ ...call, candidates });
}

function describeTighter(
  { requestsPerMinute, unitsPerDay }: QuotaClaim,
  { requestsLeft, unitsLeft }: Granted,
  nowMs: number,
): Record<string, string> {
  const isDaily = unitsLeft < requestsLeft;
  return renderQuotaHeaders({
    limit: isDaily ? unitsPerDay : requestsPerMinute,
    remaining: isDaily ? unitsLeft : requestsLeft,
    endMs: getWindowEndMs(isDaily ? 'daily' : 'rpm', nowMs),
  });
}

/** Whoever named the free variant took it as a promise, and must say that paying is fine. */
function canPay({ caller, clientHeaders, plan }: PreparedCall): boolean {
  if (caller.balanceNanos <= 0n || !caller.hasFreeFallback) return false;
  const wish = clientHeaders['x-free-fallback']?.trim().toLowerCase();
  return plan.isFreeOnly ? wish === 'true' : wish !== 'false';
}

function addHeaders(call: HeldCall, headers: Readonly<Record<string, string>>): HeldCall {
  return { ...call, plan: { ...call.plan, headers: { ...call.plan.headers, ...headers } } };
}
