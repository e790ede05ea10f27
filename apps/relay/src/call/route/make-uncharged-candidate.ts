import { makePriceList } from '@tollgate/pricing';
import type { CatalogModel, ProviderRoute } from '../../catalog/catalog';
import type { Candidate } from '../../domain/candidate';
import { makeCandidate } from './list-candidates';

/** The platform charges nothing for these calls. */
const noPrices = makePriceList({
  version: 0n,
  kind: 'chat',
  prices: { prompt: '0', completion: '0', character: '0', audioSecond: '0' },
});

export type UnchargedRoute = Pick<
  ProviderRoute,
  'apiKey' | 'baseUrl' | 'id' | 'protocol' | 'provider' | 'upstreamModel'
>;

/** A candidate that is not a route of the catalog. */
export function makeUnchargedCandidate(route: UnchargedRoute, model: CatalogModel): Candidate {
  const complete: ProviderRoute = {
    ...route,
    headers: {},
    priority: 0,
    weight: 1,
    quantization: undefined,
    dataCollection: 'deny',
    prices: null,
    supportedParameters: undefined,
    contextLength: undefined,
    maxCompletionTokens: undefined,
  };
  return { ...makeCandidate(complete, model), prices: noPrices };
}
