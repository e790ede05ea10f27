import type { ProviderAdapter, UpstreamTarget } from '@tollgate/model-spec';
import type { PriceList } from '@tollgate/pricing';
import type { CatalogRoute } from './catalog';

/** One way to serve a call. */
export interface Candidate {
  readonly route: CatalogRoute;
  readonly prices: PriceList;
  readonly adapter: ProviderAdapter;
  readonly target: UpstreamTarget;
}
