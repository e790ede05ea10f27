import { createHash } from 'node:crypto';
import { idPrefixes } from '@tollgate/ids';
import type { RouteProtocol } from '../catalog';
import type { NewRoute } from '../catalog-rows';
import { sellsAtListPrice } from './cloud-address';
import type { Seed, SeedModel, SeedProvider } from './seed';
import { findCloudName, nameUpstream, readOwner } from './upstream-names';

const ownPriority = 1;
const cloudPriority = 50;
const aggregatorPriority = 100;
const simulatorPriority = 1_000;

/** Their ids distinguish keys and routes of the environment from those of operators. */
export const environmentKeyId = (id: string): string => `${idPrefixes.providerKey}env-${id}`;
const makeRouteId = (providerId: string, pattern: string): string =>
  `${idPrefixes.route}env-${providerId}-` +
  createHash('sha256').update(pattern).digest('hex').slice(0, 16);

/**
 * The routes of one provider at an address: to each seeded model under the provider's name for it,
 * and under its pattern to all others.
 */
export function listProviderRoutes(
  provider: SeedProvider,
  seed: Seed,
  baseUrl = provider.baseUrl,
): NewRoute[] {
  const { id, isAggregator, pattern, protocol } = provider;
  const priority = isAggregator ? aggregatorPriority : ownPriority;
  const served = seed.models.filter((model) => serves(provider, model));
  const routes = served.map((model) =>
    makeRoute(id, model.document.id, {
      protocol: isAggregator ? protocol : findProtocol(model, provider),
      upstream_model: isAggregator ? model.document.id : nameUpstream(model),
      priority,
    }),
  );
  routes.push(...listCloudRoutes(provider, seed, baseUrl));
  if (pattern === null) return routes;
  return [...routes, makeRoute(id, pattern, { protocol, upstream_model: null, priority })];
}

/**
 * The routes of a cloud to the models of others, after those of their makers. They have the prices
 * of the models, so they are switched off at addresses where the cloud charges more.
 */
function listCloudRoutes(provider: SeedProvider, seed: Seed, baseUrl: string): NewRoute[] {
  const { id, protocol } = provider;
  const enabled = sellsAtListPrice(protocol, baseUrl);
  return seed.models.flatMap((model) => {
    const name = findCloudName(model, id);
    if (name === undefined) return [];
    const more = { protocol, upstream_model: name, priority: cloudPriority, enabled };
    return [makeRoute(id, model.document.id, more)];
  });
}

/** The simulator serves all models, each in the protocol of its maker. */
export function listSimulatorRoutes(seed: Seed, isServing: boolean): NewRoute[] {
  return seed.models.map((model) => {
    const maker = seed.providers.find(
      (provider) => !provider.isAggregator && serves(provider, model),
    );
    return makeRoute('simulator', model.document.id, {
      protocol: maker === undefined ? chooseProtocol(model) : findProtocol(model, maker),
      upstream_model: nameUpstream(model),
      priority: simulatorPriority,
      enabled: isServing,
    });
  });
}

function serves(provider: SeedProvider, { document, upstream }: SeedModel): boolean {
  const isElsewhere =
    !provider.isAggregator && upstream?.provider !== undefined && upstream.provider !== provider.id;
  return (
    !isElsewhere &&
    provider.kinds.includes(document.kind) &&
    provider.models.includes(readOwner(document.id))
  );
}

/** For models whose maker has no provider entry. */
function chooseProtocol({ document }: SeedModel): RouteProtocol {
  if (document.kind === 'rerank') return 'jina-rerank';
  return document.kind === 'video' ? 'openai-videos' : 'openai';
}

function findProtocol({ upstream }: SeedModel, provider: SeedProvider): RouteProtocol {
  return upstream?.protocol ?? provider.protocol;
}

function makeRoute(
  providerId: string,
  pattern: string,
  more: Pick<NewRoute, 'protocol' | 'upstream_model' | 'priority'> & { enabled?: boolean },
): NewRoute {
  return {
    id: makeRouteId(providerId, pattern),
    pattern,
    provider_key_id: environmentKeyId(providerId),
    weight: 1,
    enabled: true,
    preferences: {},
    ...more,
  };
}
