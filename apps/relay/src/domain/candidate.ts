import type { ProviderAdapter, UpstreamTarget } from '@tollgate/model-spec';
import type { ByokKey } from '@tollgate/policy';
import type { PriceList } from '@tollgate/pricing';
import type { CatalogModel, ProviderRoute } from '../catalog/catalog';
import type { CandidateSearch } from './web-search';

/** A provider route that can serve a call: a model, and a provider that offers it. */
export interface Candidate {
  readonly model: CatalogModel;
  readonly route: ProviderRoute;
  readonly prices: PriceList;
  readonly adapter: ProviderAdapter;
  readonly target: UpstreamTarget;
  /** The organization's own key: a tenant chose the address, and nothing is charged. */
  readonly byok?: ByokKey;
  /** The simulator, for a test key: nothing is charged, and nothing is learned from it. */
  readonly isTest?: true;
  /** Of a test key: after so many tokens its stream ends as it does when the credit is used up. */
  readonly exhaustedAfter?: number;
  /** Left out: the call asks for no search, or this candidate cannot search the web. */
  readonly search?: CandidateSearch;
  /** Put before the others because it has the beginning of the prompt in its cache. */
  readonly isSticky?: true;
}
