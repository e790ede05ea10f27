import { AppError } from '@tollgate/errors';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import { getWindowEndMs, type AdmitPreview, type ReachedLimit } from '@tollgate/till';
import type { Candidate } from '../domain/candidate';
import type { EstimateEndpoint, RelayedEndpoints } from '../endpoints/relayed-endpoints';
import type { ReserveTools } from './admit/reserve-call';
import { chooseRoute, withoutProbes, type Routing } from './route/choose-route';
import { parseCall, type ParsedCall, type ReceivedCall } from './receive/received-call';
import { filterCall, type ScanTexts } from './review/filter-call';
import type { PreviewHoldRequest } from './admit/holds';
import { listLimits, measureHold, type HoldAmounts } from './admit/place-hold';
import { peekFree } from './admit/peek-free';
import { planModels } from './route/plan-models';
import { prepareCall } from './admit/prepare-call';
import { makeRefusal } from './admit/refuse-hold';

export interface EstimateRequest extends Omit<ReceivedCall, 'endpoint'> {
  readonly endpoint: EstimateEndpoint;
}

export type EstimateCall = (request: EstimateRequest) => Promise<Record<string, unknown>>;

export interface EstimateOptions {
  readonly endpoints: RelayedEndpoints;
  readonly getRouting: () => Routing;
  readonly admitting: Pick<ReserveTools, 'addressCaps' | 'quota'>;
  readonly scan: ScanTexts;
  readonly preview: (request: PreviewHoldRequest) => Promise<AdmitPreview>;
}

/** The plan of a call that is not made. */
interface PlannedCall {
  readonly model: string;
  readonly candidates: readonly Candidate[];
  readonly promptTokens: number;
  readonly amounts: HoldAmounts;
  /** Content rules of the organization that match the request. */
  readonly filters: readonly { readonly ruleId: string; readonly action: string }[];
  /** Whether the call would be paid or free, or why it would be refused. */
  readonly verdict: 'paid' | 'free' | AppError;
}

/**
 * What a call would reserve, and whether it would be admitted. Nothing is held, charged or sent to
 * a provider. Raises what is wrong with the request itself.
 */
export function createEstimateCall(options: EstimateOptions): EstimateCall {
  return async (request) => {
    const planned = await planCall(request, options);
    const { amounts, candidates } = planned;
    const preview = await options.preview({
      walletId: request.caller.walletId,
      amountNanos: amounts.amountNanos,
      floorNanos: amounts.floorNanos,
      ceilingNanos: amounts.ceilingNanos,
      limits: listLimits(request),
    });
    return {
      model: planned.model,
      routes: candidates.map(describeRoute),
      prompt_tokens_estimate: planned.promptTokens,
      reserve: nanosToUsdNumber(findReserve(amounts, preview)),
      limits: preview.limits.map((limit) => describeLimit(limit, preview.nowMs)),
      filters: planned.filters,
      would: describeVerdict(planned, preview),
    };
  };
}

function planCall(request: EstimateRequest, options: EstimateOptions): Promise<PlannedCall> {
  const routing = withoutProbes(options.getRouting());
  const { endpoint: name, ...call } = request;
  const endpoint = options.endpoints[name];
  return planRelayed(parseCall({ ...call, endpoint }), routing, options);
}

/** Takes the same steps as a call. */
async function planRelayed(
  call: ParsedCall,
  routing: Routing,
  { admitting, scan }: EstimateOptions,
): Promise<PlannedCall> {
  try {
    const { call: filtered, hits, refusal } = await filterCall(call, scan);
    const routed = prepareCall(chooseRoute(filtered, routing));
    const [first] = routed.candidates;
    const { freeTiers } = routing.snapshot;
    const free = await peekFree(routed, { ...admitting, freeTiers });
    return {
      model: first.model.id,
      candidates: routed.candidates,
      promptTokens: first.work.promptTokens,
      amounts: free.kind === 'free' ? noAmounts : measureHold(routed),
      filters: hits.map(({ rule }) => ({
        ruleId: rule.id,
        action: rule.isShadow ? 'shadow' : rule.action,
      })),
      verdict: refusal ?? (free.kind === 'refused' ? free.error : free.kind),
    };
  } catch (error) {
    if (!isAboutRoutes(error)) throw error;
    const [first] = planModels(call, routing.snapshot, routing).models;
    return {
      model: first?.model.id ?? call.request.requestedModel,
      candidates: [],
      promptTokens: call.request.estimatePromptTokens(),
      amounts: noAmounts,
      filters: [],
      verdict: error,
    };
  }
}

const noAmounts: HoldAmounts = {
  amountNanos: 0n,
  floorNanos: 0n,
  ceilingNanos: 0n,
  worstCaseNanos: 0n,
};

/** A call without an output limit may hold more than the minimum, if there is credit. */
function findReserve({ amountNanos }: HoldAmounts, { result }: AdmitPreview): Nanos {
  if (result.kind !== 'admitted') return amountNanos;
  return result.amountNanos > amountNanos ? result.amountNanos : amountNanos;
}

/** The request is valid, but no provider route can serve it. */
function isAboutRoutes(error: unknown): error is AppError {
  return (
    AppError.is(error) &&
    ['no_route', 'model_not_priced', 'model_not_allowed'].includes(error.reason)
  );
}

function describeRoute({ byok, model, route, target }: Candidate): object {
  // The prices of an organization's own provider are unknown.
  const prices = byok === undefined ? { ...model.document.prices, ...route.prices } : {};
  const price = Object.fromEntries(Object.entries(prices).filter(([, value]) => value != null));
  return { provider: route.provider, model: target.upstreamModel, price };
}

function describeLimit({ limit, reservedNanos, spentNanos }: ReachedLimit, nowMs: number): object {
  const used = spentNanos + (limit.rule === 'reserved' ? reservedNanos : 0n);
  const left = limit.limitNanos > used ? limit.limitNanos - used : 0n;
  const endMs = getWindowEndMs(limit.window, nowMs);
  return {
    scope: limit.scope,
    window: limit.window,
    limit: nanosToUsdNumber(limit.limitNanos),
    remaining: nanosToUsdNumber(left),
    resets_at: endMs === undefined ? null : new Date(endMs).toISOString(),
  };
}

const admitted = 'admit';

/** `admit`, or the status and code that the call would be refused with. */
function describeVerdict({ amounts, verdict }: PlannedCall, { result }: AdmitPreview): string {
  if (verdict === 'free') return admitted;
  if (verdict !== 'paid') return describeRefusal(verdict);
  if (result.kind === 'admitted' || result.kind === 'not-loaded') return admitted;
  return describeRefusal(makeRefusal(result, amounts.amountNanos));
}

function describeRefusal({ reason, status }: AppError): string {
  return `${status} ${reason}`;
}
