import { hasPriceFor } from '@tollgate/pricing';
import type { CatalogModel, CatalogSnapshot, ModelDocument } from './catalog';
import { findListedModel, readPrices } from './read-prices';

/** The prices that a model had from a time on. */
export interface PriceVersion extends Pick<ModelDocument, 'prices' | 'sizes' | 'tiers'> {
  readonly version: bigint;
  /** In the future for a planned one. */
  readonly from: Date;
}

/** Newest first, at most `limit`. */
export type ListPriceVersions = (
  modelId: string,
  limit: number,
) => Promise<readonly PriceVersion[]>;

/** A model as it was listed with one of its price versions. */
export interface ListedVersion {
  readonly version: bigint;
  readonly fromMs: number;
  readonly model: CatalogModel;
}

/**
 * The versions with a price. The current one may take its price from a provider route, as in the
 * model list; former prices of routes are not kept.
 */
export function listPricedVersions(
  model: CatalogModel,
  versions: readonly PriceVersion[],
  snapshot: Pick<CatalogSnapshot, 'routes'>,
): ListedVersion[] {
  return versions.flatMap(({ from, prices, sizes, tiers, version }) => {
    const document = { ...model.document, prices, tiers, sizes: sizes ?? undefined };
    const former = { ...model, document, prices: readPrices(document, version) };
    const listed =
      version === model.prices.version ? findListedModel(former, snapshot) : priced(former);
    return listed === undefined ? [] : [{ version, fromMs: from.getTime(), model: listed }];
  });
}

function priced(model: CatalogModel): CatalogModel | undefined {
  return hasPriceFor(model.prices, model.kind) ? model : undefined;
}
