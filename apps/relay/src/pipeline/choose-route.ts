import { AppError } from '@tollgate/errors';
import { openai } from '@tollgate/providers/openai';
import type { ProviderAdapter, ProviderProtocol } from '@tollgate/model-spec';
import { hasPriceFor } from '@tollgate/pricing';
import type { CatalogModel, CatalogRoute, CatalogSnapshot } from '../domain/catalog';
import { measureWork } from '../domain/measure-work';
import { findPrices } from '../domain/read-prices';
import type { Candidate, ParsedCall, RoutedCall } from './stages';

const candidatesMax = 6;
const adapters: Readonly<Record<ProviderProtocol, ProviderAdapter>> = { openai };

/**
 * The model that was asked for and the providers that can serve it, in the order to try them.
 * Raises: unknown_model, embedding_on_chat_endpoint, wrong_endpoint_for_video,
 * model_endpoint_mismatch, model_not_priced, max_tokens_invalid, no_route.
 */
export function chooseRoute(call: ParsedCall, snapshot: CatalogSnapshot): RoutedCall {
  const model = findModel(call.chat.requestedModel, snapshot);
  assertChatModel(model);
  assertOutputLimit(call, model);
  const candidates = listCandidates(model, snapshot);
  const [first, ...rest] = candidates.filter(({ prices }) => hasPriceFor(prices, model.kind));
  if (first === undefined) throw makeNoCandidateError(model, candidates);
  const work = measureWork(call.chat, model);
  return { ...call, model, work, candidates: [first, ...rest] };
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

export function findModel(requested: string, snapshot: CatalogSnapshot): CatalogModel {
  const model =
    snapshot.models.get(requested) ?? snapshot.models.get(requested.trim().toLowerCase());
  if (model) return model;
  throw new AppError('unknown_model', {
    message: `Model ${requested.slice(0, 100)} is not in the catalog`,
    param: 'model',
  });
}

function assertChatModel(model: CatalogModel): void {
  if (model.kind === 'chat') return;
  const param = 'model';
  if (model.kind === 'embeddings') throw new AppError('embedding_on_chat_endpoint', { param });
  if (model.kind === 'video') throw new AppError('wrong_endpoint_for_video', { param });
  throw new AppError('model_endpoint_mismatch', { param });
}

function assertOutputLimit(call: ParsedCall, model: CatalogModel): void {
  const { outputTokensMax } = call.chat;
  if (outputTokensMax === undefined || model.maxCompletionTokens === undefined) return;
  if (outputTokensMax > model.maxCompletionTokens) {
    throw new AppError('max_tokens_invalid', {
      message: `max_tokens ${outputTokensMax} is above the limit of ${model.id}: ${model.maxCompletionTokens}`,
      param: 'max_tokens',
    });
  }
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
  return {
    route,
    prices: findPrices(model, route),
    upstreamModel: route.upstreamModel ?? nameBehindProvider,
    adapter: adapters[route.protocol],
  };
}
