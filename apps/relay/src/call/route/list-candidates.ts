import { findQuirks } from '@tollgate/provider-table';
import { chooseAdapter } from './adapters';
import type { Candidate } from '../../domain/candidate';
import {
  isRerankProtocol,
  isVideoProtocol,
  type CatalogModel,
  type ProviderRoute,
  type CatalogSnapshot,
} from '../../catalog/catalog';
import { findPrices } from '../../catalog/read-prices';

interface ListedCandidates {
  readonly snapshot: CatalogSnapshot;
  readonly candidates: readonly Candidate[];
}

const listed = new WeakMap<CatalogModel, ListedCandidates>();

/** All candidates of a model, by priority; cached per model and snapshot. */
export function listCandidates(
  model: CatalogModel,
  snapshot: CatalogSnapshot,
): readonly Candidate[] {
  const known = listed.get(model);
  if (known?.snapshot === snapshot) return known.candidates;
  const candidates = findLevel(model, snapshot).map((route) => makeCandidate(route, model));
  listed.set(model, { snapshot, candidates });
  return candidates;
}

/** Only the most specific pattern with routes counts: full id, `<provider>/*`, `*`, default. */
function findLevel(model: CatalogModel, snapshot: CatalogSnapshot): readonly ProviderRoute[] {
  const { defaultRoutes, routes } = snapshot;
  const provider = model.id.slice(0, model.id.indexOf('/'));
  const levels = [
    routes.get(model.id),
    routes.get(`${provider}/*`),
    routes.get('*'),
    model.isUnlisted === true ? undefined : defaultRoutes,
  ];
  for (const level of levels) {
    const fitting = level?.filter((route) => fits(route, model)) ?? [];
    if (fitting.length > 0) return fitting;
  }
  return [];
}

/** Routes of videos and rankings serve such models only; other routes serve all but videos. */
function fits({ protocol }: ProviderRoute, { kind }: CatalogModel): boolean {
  if (isRerankProtocol(protocol)) return kind === 'rerank';
  return isVideoProtocol(protocol) === (kind === 'video');
}

export function makeCandidate(route: ProviderRoute, model: CatalogModel): Candidate {
  const { apiKey, baseUrl, headers, protocol, provider } = route;
  return {
    model,
    route,
    prices: findPrices(model, route),
    adapter: chooseAdapter(protocol),
    target: {
      baseUrl,
      apiKey,
      headers,
      upstreamModel: route.upstreamModel ?? model.id.slice(model.id.indexOf('/') + 1),
      family: model.family,
      supportedParameters: route.supportedParameters ?? model.document.supportedParameters ?? [],
      maxCompletionTokens: route.maxCompletionTokens ?? model.maxCompletionTokens,
      quirks: protocol === 'openai' ? findQuirks(provider, baseUrl) : undefined,
    },
  };
}
