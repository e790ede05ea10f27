import { createHash } from 'node:crypto';
import { idPrefixes } from '@tollgate/ids';
import type { RouteProtocol } from '../catalog';
import type { Seed, SeedModel, SeedProvider } from './seed';

/** A route of the environment, with the column names of its row. */
export interface WantedRoute {
  readonly id: string;
  readonly pattern: string;
  readonly provider_key_id: string;
  readonly upstream_model: string | null;
  readonly protocol: RouteProtocol;
  readonly priority: number;
  readonly weight: number;
  readonly enabled: boolean;
  readonly preferences: Readonly<Record<string, unknown>>;
}

const ownPriority = 1;
const aggregatorPriority = 100;
const simulatorPriority = 1_000;
/** Kinds of models that have an endpoint. */
const servedKinds: readonly string[] = [
  'chat',
  'embeddings',
  'image',
  'speech',
  'transcription',
  'video',
];

/** Their ids distinguish keys and routes of the environment from those of operators. */
export const environmentKeyId = (id: string): string => `${idPrefixes.providerKey}env-${id}`;
const makeRouteId = (providerId: string, pattern: string): string =>
  `${idPrefixes.route}env-${providerId}-` +
  createHash('sha256').update(pattern).digest('hex').slice(0, 16);

/**
 * The routes of one provider: to each seeded model under the provider's name for it, and under its
 * pattern to all others.
 */
export function listProviderRoutes(provider: SeedProvider, seed: Seed): WantedRoute[] {
  const served = seed.models.filter((model) => serves(provider, model));
  const routes = served.map((model) =>
    makeRoute(provider.id, model, {
      protocol: provider.isAggregator ? provider.protocol : findProtocol(model, provider),
      upstream_model: provider.isAggregator ? model.document.id : nameUpstream(model),
      priority: provider.isAggregator ? aggregatorPriority : ownPriority,
    }),
  );
  if (provider.pattern === null) return routes;
  return [...routes, makeWildcard(provider, provider.pattern)];
}

/** The simulator serves all models, each in the protocol of its maker. */
export function listSimulatorRoutes(seed: Seed, isServing: boolean): WantedRoute[] {
  return seed.models
    .filter(({ document }) => servedKinds.includes(document.kind))
    .map((model) => {
      const maker = seed.providers.find(
        (provider) => !provider.isAggregator && serves(provider, model),
      );
      return makeRoute('simulator', model, {
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
  return document.kind === 'video' ? 'openai-videos' : 'openai';
}

function readOwner(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

function nameUpstream({ document, upstream }: SeedModel): string {
  return upstream?.model ?? document.id.slice(document.id.indexOf('/') + 1);
}

function findProtocol({ upstream }: SeedModel, provider: SeedProvider): RouteProtocol {
  return upstream?.protocol ?? provider.protocol;
}

function makeRoute(
  providerId: string,
  { document }: SeedModel,
  more: Pick<WantedRoute, 'protocol' | 'upstream_model' | 'priority'> & { enabled?: boolean },
): WantedRoute {
  return {
    id: makeRouteId(providerId, document.id),
    pattern: document.id,
    provider_key_id: environmentKeyId(providerId),
    weight: 1,
    enabled: true,
    preferences: {},
    ...more,
  };
}

function makeWildcard({ id, isAggregator, protocol }: SeedProvider, pattern: string): WantedRoute {
  return {
    id: makeRouteId(id, pattern),
    pattern,
    provider_key_id: environmentKeyId(id),
    upstream_model: null,
    protocol,
    priority: isAggregator ? aggregatorPriority : ownPriority,
    weight: 1,
    enabled: true,
    preferences: {},
  };
}
