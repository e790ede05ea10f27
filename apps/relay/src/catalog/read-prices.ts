import { AppError } from '@tollgate/errors';
import { hasPriceFor, makePriceList, type OperatorTier, type PriceList } from '@tollgate/pricing';
import type { CatalogModel, ProviderRoute, CatalogSnapshot, ModelDocument } from './catalog';

/** The prices that an operator wrote for a model. */
export function readPrices(document: ModelDocument, version: bigint): PriceList {
  const { kind, prices, sizes, video } = document;
  const tiers = (document.tiers ?? []) as readonly OperatorTier[];
  return makePriceList({ version, kind, prices, tiers, sizes, video });
}

const routePrices = new WeakMap<ProviderRoute, WeakMap<CatalogModel, PriceList>>();

/**
 * The prices of a model on this route: the route's prices override the model's. Cached per
 * snapshot.
 */
export function findPrices(model: CatalogModel, route: ProviderRoute): PriceList {
  if (route.prices === null) return model.prices;
  const known = routePrices.get(route) ?? new WeakMap<CatalogModel, PriceList>();
  routePrices.set(route, known);
  let list = known.get(model);
  if (list === undefined) {
    const { document } = model;
    const prices = { ...document.prices, ...route.prices };
    // Prices of a route apply to every prompt length: tiers belong to the model's prices.
    const tiers = route.prices.prompt == null ? document.tiers : [];
    list = readPrices({ ...document, prices, tiers }, model.prices.version);
    known.set(model, list);
  }
  return list;
}

/**
 * The model with the prices to list: its own, or those of its first priced route. Undefined when
 * there are none, because a call to such a model is refused.
 */
export function findListedModel(
  model: CatalogModel,
  { routes }: Pick<CatalogSnapshot, 'routes'>,
): CatalogModel | undefined {
  if (hasPriceFor(model.prices, model.kind)) return model;
  for (const route of routes.get(model.id) ?? []) {
    const prices = findPrices(model, route);
    if (!hasPriceFor(prices, model.kind)) continue;
    const document = { ...model.document, prices: { ...model.document.prices, ...route.prices } };
    return { ...model, prices, document };
  }
  return undefined;
}

export function makeNotPricedError({ id }: CatalogModel): AppError {
  return new AppError('model_not_priced', {
    message:
      `Model ${id} has no price, so it cannot be called. Choose a model that ` +
      'GET /v1/models lists; operators set prices with PATCH /api/admin/models/{id}.',
    param: 'model',
  });
}
