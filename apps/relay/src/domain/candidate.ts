import type { ProviderAdapter, UpstreamTarget } from '@tollgate/model-spec';
import type { ByokKey } from '@tollgate/policy';
import type { PriceList } from '@tollgate/pricing';
import type { CatalogModel, ProviderRoute } from '../catalog/catalog';

/** One way to serve a call: a model, and a provider that has it. */
export interface Candidate {
  readonly model: CatalogModel;
  readonly route: ProviderRoute;
  readonly prices: PriceList;
  readonly adapter: ProviderAdapter;
  readonly target: UpstreamTarget;
  /** Whose own key it is: a tenant chose the address, and nothing is charged. */
  readonly byok?: ByokKey;
}
