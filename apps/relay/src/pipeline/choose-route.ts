import { AppError } from '@tollgate/errors';
import { hasPriceFor } from '@tollgate/pricing';
import { adapters } from '../domain/adapters';
import type { Candidate } from '../domain/candidate';
import type { CatalogModel, CatalogRoute, CatalogSnapshot } from '../domain/catalog';
import { measureWork } from '../domain/measure-work';
import { findPrices } from '../domain/read-prices';
import { planModels } from './plan-models';
import type { CallCandidate, ParsedCall, RoutedCall } from './stages';

const candidatesMax = 6;

/**
 * The ways to serve a call, in the order to try them. A model that cannot do what is asked is left
 * out while another can. Raises: unknown_model, model_not_priced, no_route, and whatever the first
 * model cannot do.
 */
export function chooseRoute(call: ParsedCall, snapshot: CatalogSnapshot): RoutedCall {
  const plan = planModels(call, snapshot);
  const candidates: CallCandidate[] = [];
  let reason: AppError | undefined;
  for (const { model } of plan.models) {
    try {
      candidates.push(...routeModel(call, model, snapshot));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reason ??= error;
    }
  }
  const [first, ...rest] = candidates.slice(0, candidatesMax);
  if (first === undefined) throw reason ?? new AppError('no_route');
  return { ...call, plan, candidates: [first, ...rest] };
}

function routeModel(
  call: ParsedCall,
  model: CatalogModel,
  snapshot: CatalogSnapshot,
): CallCandidate[] {
  const request = call.request.fitTo(model);
  const candidates = listCandidates(model, snapshot);
  const priced = candidates.filter(({ prices }) => hasPriceFor(prices, model.kind));
  if (priced.length === 0) throw makeNoCandidateError(model, candidates);
  const face = {
    ulid: call.ulid,
    model: model.id,
    requestId: call.requestId,
    createdAtSeconds: Math.floor(call.startedAtMs / 1_000),
  };
  const work = measureWork(request, model);
  return priced.map((candidate) => ({ ...candidate, request, face, work }));
}

/** A way without a price is no way: nobody could be charged for it. */
function makeNoCandidateError(model: CatalogModel, unpriced: readonly Candidate[]): AppError {
  if (unpriced.length > 0 || !hasPriceFor(model.prices, model.kind)) {
    return new AppError('model_not_priced', {
      message: `Model ${model.id} has no price`,
      param: 'model',
    });
  }
  return new AppError('no_route', { message: `No upstream is configured for ${model.id}` });
}

/** The most specific pattern that has routes decides: full id, `<provider>/*`, `*`. */
export function listCandidates(model: CatalogModel, snapshot: CatalogSnapshot): Candidate[] {
  const slash = model.id.indexOf('/');
  const routes =
    snapshot.routes.get(model.id) ??
    snapshot.routes.get(`${model.id.slice(0, slash)}/*`) ??
    snapshot.routes.get('*') ??
    [];
  return routes
    .slice(0, candidatesMax)
    .map((route) => makeCandidate(route, model, model.id.slice(slash + 1)));
}

function makeCandidate(
  route: CatalogRoute,
  model: CatalogModel,
  nameBehindProvider: string,
): Candidate {
  const { apiKey, baseUrl, headers } = route;
  return {
    model,
    route,
    prices: findPrices(model, route),
    adapter: adapters[route.protocol],
    target: {
      baseUrl,
      apiKey,
      headers,
      upstreamModel: route.upstreamModel ?? nameBehindProvider,
      family: model.family,
      supportedParameters: route.supportedParameters ?? model.document.supportedParameters ?? [],
      maxCompletionTokens: route.maxCompletionTokens ?? model.maxCompletionTokens,
    },
  };
}
