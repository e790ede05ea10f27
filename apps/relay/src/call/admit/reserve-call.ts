import { AppError } from '@tollgate/errors';
import type { FreeTier } from '../../catalog/tiers';
import {
  canPay,
  listFreeTiers,
  makeAddressClaim,
  makeModelClaim,
  makeNamedClaim,
  type AddressCaps,
} from './free-claims';
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
import type { CallCandidate, RoutedCall } from '../route/routed-call';
import { makeEmptyHold, type HeldCall, type PreparedCall } from './held-call';

export interface ReserveTools {
  readonly holds: Pick<Holds, 'place' | 'readGoodwill'>;
  readonly quota: FreeQuota;
  readonly freeTiers: ReadonlyMap<string, FreeTier>;
  readonly addressCaps: AddressCaps;
}

type Granted = Extract<QuotaResult, { kind: 'granted' }>;

/**
 * Reserves what a call can cost: from the free quota of its model while that lasts, else by a hold.
 * Raises what placing a hold raises, and rate_limited when the quota is used up and the call may
 * not be paid.
 */
export async function reserveCall(call: PreparedCall, tools: ReserveTools): Promise<HeldCall> {
  const [{ byok, isTest }] = call.candidates;
  if (isTest) return { ...call, ...nothing(call), unpaid: { kind: 'test' } };
  if (byok !== undefined) return reserveByok(call);
  const free = listFreeTiers(call, tools.freeTiers);
  if (free.length === 0) return placeHold(call, tools.holds);
  const nowMs = Date.now();
  // Once per call, however many models it tries.
  const reached = await countAddress(call, tools, nowMs);
  if (reached !== undefined) return reservePaid(call, reached, tools, nowMs);
  return reserveFree(call, free, tools, nowMs);
}

/**
 * Reserves for the candidates behind those that failed, and releases the quota of the failed ones.
 * Returns undefined when none is left or they cannot be paid: then the failure stands, and the call
 * keeps its reservation until it is settled.
 */
export async function reserveNext(
  held: HeldCall,
  tools: ReserveTools,
): Promise<HeldCall | undefined> {
  const { beyond, unpaid } = held;
  if (beyond === undefined || unpaid === undefined || unpaid.kind === 'test') return undefined;
  try {
    if (unpaid.kind === 'byok')
      return { ...(await reserveCall(prepareCall(beyond), tools)), isResumed: true };
    const free = listFreeTiers(beyond, tools.freeTiers);
    if (free.length === 0 && !canPay(beyond)) return undefined;
    const call = prepareCall(beyond);
    const next = await (free.length === 0
      ? placeHold(call, tools.holds)
      : reserveFree(call, free, tools, Date.now()));
    tools.quota.release(unpaid.grant);
    return { ...next, isResumed: true };
  } catch (error) {
    if (!AppError.is(error)) throw error;
    return undefined;
  }
}

/** The cap that the address of an `auto:free` call has reached. */
async function countAddress(
  call: PreparedCall,
  { addressCaps, quota }: ReserveTools,
  nowMs: number,
): Promise<ReachedQuota | undefined> {
  const claim = makeAddressClaim(call, addressCaps, nowMs);
  if (claim === undefined) return undefined;
  const result = await quota.take(claim);
  return result.kind === 'over' ? { ...claim, cap: result.cap, name: 'auto:free' } : undefined;
}

/**
 * The cap of free calls of named models that the address has reached. Counted after the quota of
 * the model, because only free calls count.
 */
async function countNamed(
  call: PreparedCall,
  { addressCaps, quota }: ReserveTools,
  nowMs: number,
): Promise<Omit<ReachedQuota, 'name'> | undefined> {
  const claim = makeNamedClaim(call, addressCaps, nowMs);
  if (claim === undefined) return undefined;
  const result = await quota.take(claim);
  return result.kind === 'over' ? { ...claim, cap: result.cap } : undefined;
}

async function reserveFree(
  call: PreparedCall,
  tiers: readonly FreeTier[],
  tools: ReserveTools,
  nowMs: number,
): Promise<HeldCall> {
  let reached: ReachedQuota | undefined;
  for (const tier of tiers) {
    const claim = makeModelClaim(call, tier, nowMs);
    const result = await tools.quota.take(claim);
    if (result.kind === 'granted') {
      const address = await countNamed(call, tools, nowMs).catch((error: unknown) => {
        tools.quota.release(result.grant);
        throw error;
      });
      if (address === undefined) return holdNothing(call, tier.model, result, { claim, tools });
      tools.quota.release(result.grant);
      return reservePaid(call, { ...address, name: tier.model }, tools, nowMs);
    }
    reached ??= { ...claim, cap: result.cap, name: tier.model };
  }
  if (reached === undefined) throw new RangeError('a claim without a free tier');
  return reservePaid(call, reached, tools, nowMs);
}

async function reservePaid(
  call: PreparedCall,
  reached: ReachedQuota,
  { holds }: ReserveTools,
  nowMs: number,
): Promise<HeldCall> {
  if (!canPay(call)) throw makeQuotaError(reached, nowMs);
  return addHeaders(await placeHold(call, holds), { 'x-tollgate-free-fallback': reached.cap });
}

/**
 * The organization pays its provider; the other candidates are reserved for when they are needed.
 */
function reserveByok(call: PreparedCall): HeldCall {
  const firstPaid = call.candidates.findIndex(({ byok }) => byok === undefined);
  const own = new Set(firstPaid < 0 ? call.candidates : call.candidates.slice(0, firstPaid));
  const { beyond, kept } = splitCandidates(call, (candidate) => own.has(candidate));
  const held = { ...kept, ...nothing(call), unpaid: { kind: 'byok' } } as const;
  return beyond === undefined ? held : { ...held, beyond };
}

function nothing(call: PreparedCall): Pick<HeldCall, 'hold' | 'limits' | 'worstCaseNanos'> {
  return { hold: makeEmptyHold(call), worstCaseNanos: 0n, limits: [] };
}

/** Admits only candidates that cost nothing: no money is held for the others. */
function holdNothing(
  call: PreparedCall,
  model: string,
  granted: Granted,
  { claim, tools }: { readonly claim: QuotaClaim; readonly tools: ReserveTools },
): HeldCall {
  const { grant } = granted;
  try {
    const { beyond, kept } = splitCandidates(call, (candidate) => candidate.model.id === model);
    const held = { ...kept, ...nothing(call), unpaid: { kind: 'quota', grant } } as const;
    const described = addHeaders(held, describeTighter(claim, granted));
    return beyond === undefined ? described : { ...described, beyond };
  } catch (error) {
    tools.quota.release(grant);
    throw error;
  }
}

function splitCandidates(
  call: PreparedCall,
  isKept: (candidate: CallCandidate) => boolean,
): { readonly kept: PreparedCall; readonly beyond: RoutedCall | undefined } {
  const [first, ...others] = call.candidates.filter(isKept);
  const [firstBeyond, ...othersBeyond] = call.candidates.filter((candidate) => !isKept(candidate));
  if (first === undefined) throw new RangeError('no candidate is left to admit');
  const kept = { ...call, candidates: [first, ...others] as const };
  return {
    kept: first === call.candidates[0] ? kept : prepareCall(kept),
    beyond: firstBeyond && { ...call, candidates: [firstBeyond, ...othersBeyond] },
  };
}

function describeTighter(
  { nowMs, requestsPerMinute, unitsPerDay }: QuotaClaim,
  { requestsLeft, unitsLeft }: Granted,
): Record<string, string> {
  const isDaily = unitsLeft < requestsLeft;
  return renderQuotaHeaders({
    limit: isDaily ? unitsPerDay : requestsPerMinute,
    remaining: isDaily ? unitsLeft : requestsLeft,
    endMs: getWindowEndMs(isDaily ? 'daily' : 'rpm', nowMs),
  });
}

function addHeaders(call: HeldCall, headers: Readonly<Record<string, string>>): HeldCall {
  return { ...call, plan: { ...call.plan, headers: { ...call.plan.headers, ...headers } } };
}
