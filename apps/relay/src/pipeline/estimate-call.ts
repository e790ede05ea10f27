import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from '@tollgate/identity';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import { hasPriceFor } from '@tollgate/pricing';
import { getWindowEndMs, type AdmitPreview, type ReachedLimit } from '@tollgate/till';
import type { CatalogModel, CatalogSnapshot } from '../domain/catalog';
import {
  kindOfEndpoint,
  measureEndpoint,
  type EstimateEndpoint,
} from '../endpoints/measure-endpoint';
import { resolveModel } from '../domain/resolve-model';
import { listCandidates } from './list-candidates';
import type { PreviewHoldRequest } from './holds';
import { listLimits } from './list-limits';
import { findDearest } from './place-hold';
import { makeRefusal } from './refuse-hold';
import type { Candidate } from '../domain/candidate';

export interface EstimateRequest {
  readonly endpoint: EstimateEndpoint;
  readonly requestedModel: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly caller: CallerIdentity;
}

export type EstimateCall = (request: EstimateRequest) => Promise<Record<string, unknown>>;

/**
 * What a call would reserve, and whether it would be let through, without making it. Nothing is
 * held, charged or sent to a provider.
 */
export function createEstimateCall(options: {
  readonly getSnapshot: () => CatalogSnapshot;
  readonly preview: (request: PreviewHoldRequest) => Promise<AdmitPreview>;
}): EstimateCall {
  return async ({ body, caller, endpoint, requestedModel }) => {
    const snapshot = options.getSnapshot();
    const model = resolveModel(requestedModel, snapshot, {
      allowsBareNames: endpoint === 'chat',
    });
    if (model.kind !== kindOfEndpoint[endpoint]) {
      throw new AppError('model_endpoint_mismatch', {
        message: `${model.id} is not a model for ${endpoint}`,
        param: 'model',
      });
    }
    const measured = measureEndpoint(endpoint, body, model);
    const candidates = listCandidates(model, snapshot).filter(({ prices }) =>
      hasPriceFor(prices, model.kind),
    );
    const reserveNanos = findDearest(candidates, ({ prices }) => measured.reserve(prices));
    const preview = await options.preview({
      walletId: caller.walletId,
      amountNanos: reserveNanos,
      floorNanos: findDearest(candidates, ({ prices }) => measured.floor(prices)),
      limits: listLimits(caller),
    });
    return {
      model: model.id,
      routes: candidates.map((candidate) => describeRoute(candidate, model)),
      prompt_tokens_estimate: measured.promptTokens,
      reserve: nanosToUsdNumber(reserveNanos),
      limits: preview.limits.map((limit) => describeLimit(limit, preview.nowMs)),
      filters: [],
      would: describeVerdict(candidates, model, preview, reserveNanos),
    };
  };
}

function describeRoute({ route, target }: Candidate, model: CatalogModel): object {
  const prices = { ...model.document.prices, ...route.prices };
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

/** `admit`, or the status and code that the call would be refused with. */
function describeVerdict(
  candidates: readonly Candidate[],
  model: CatalogModel,
  { result }: AdmitPreview,
  reserveNanos: Nanos,
): string {
  if (candidates.length === 0) {
    const isPriced = hasPriceFor(model.prices, model.kind);
    return describeError(new AppError(isPriced ? 'no_route' : 'model_not_priced'));
  }
  if (result.kind === 'admitted' || result.kind === 'not-loaded') return 'admit';
  return describeError(makeRefusal(result, reserveNanos));
}

function describeError({ reason, status }: AppError): string {
  return `${status} ${reason}`;
}
