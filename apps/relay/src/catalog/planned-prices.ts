import type { OperatorPrices } from '@tollgate/pricing';
import { z } from 'zod';
import type { CatalogModel, CatalogSnapshot, ModelDocument, ProviderRoute } from './catalog';
import { createModelSchema } from './catalog-schemas';
import { readPrices } from './read-prices';

/** What a plan changes of a model: all of its prices at once. */
export type PlannedDocument = Pick<ModelDocument, 'prices' | 'sizes' | 'tiers'>;

export interface PlannedRow {
  readonly id: string;
  /** One of the two is null. */
  readonly model_id: string | null;
  readonly route_id: string | null;
  readonly price_version: bigint | null;
  readonly effective_at: Date;
  readonly document: PlannedDocument | { readonly prices: OperatorPrices | null };
  readonly created_at: Date;
}

export type NewPlannedRow = Omit<PlannedRow, 'created_at'>;

/** Prices in memory that come into force at a time. */
export type PlannedPrices = {
  readonly fromMs: number;
} & (
  | { readonly model: CatalogModel }
  | { readonly routeId: string; readonly prices: OperatorPrices | null }
);

const modelFields = createModelSchema.pick({ prices: true, tiers: true, sizes: true }).shape;
const id = z.string().min(1).max(200);

export const createPlannedPricesSchema = z.strictObject({
  modelId: id.optional().meta({ description: 'The model; or else `routeId`.' }),
  routeId: id.optional().meta({ description: 'The route whose own prices change.' }),
  effectiveAt: z.iso.datetime({ offset: true }).meta({
    description: 'From when on calls are priced so; within a year from now.',
  }),
  prices: modelFields.prices
    .nullable()
    .meta({ description: 'All prices; null for a route: those of the model.' }),
  tiers: modelFields.tiers.meta({ description: 'Of a model only; left out: no tiers.' }),
  sizes: modelFields.sizes.meta({ description: 'Of a model only; left out: no sizes.' }),
});
export type CreatePlannedPrices = z.infer<typeof createPlannedPricesSchema>;

export function describePlannedPrices(row: PlannedRow): Record<string, unknown> {
  const { prices, sizes, tiers } = row.document as PlannedDocument;
  return {
    id: row.id,
    modelId: row.model_id,
    routeId: row.route_id,
    priceVersion: row.price_version === null ? null : Number(row.price_version),
    effectiveAt: row.effective_at.toISOString(),
    prices,
    ...(tiers !== undefined && { tiers }),
    ...(sizes !== undefined && { sizes }),
    createdAt: row.created_at.toISOString(),
  };
}

/** A model with other prices: those of a plan replace all of its own. */
export function replacePrices(document: ModelDocument, planned: PlannedDocument): ModelDocument {
  const { sizes: _sizes, tiers: _tiers, ...rest } = document;
  return { ...rest, ...planned };
}

/** Reads plans for memory, ordered by time. Those of models that cannot be called are left out. */
export function readPlannedPrices(
  rows: readonly PlannedRow[],
  models: ReadonlyMap<string, CatalogModel>,
): PlannedPrices[] {
  return rows.flatMap((row): PlannedPrices[] => {
    const fromMs = row.effective_at.getTime();
    if (row.route_id !== null) {
      return [{ fromMs, routeId: row.route_id, prices: row.document.prices }];
    }
    const model = models.get(row.model_id ?? '');
    if (model === undefined) return [];
    const document = replacePrices(model.document, row.document as PlannedDocument);
    const prices = readPrices(document, row.price_version ?? model.prices.version);
    return [{ fromMs, model: { ...model, document, prices } }];
  });
}

/** The catalog at a time: what is due of its plans is in force. */
export function switchPrices(snapshot: CatalogSnapshot, nowMs: number): CatalogSnapshot {
  const [first] = snapshot.planned;
  if (first === undefined || first.fromMs > nowMs) return snapshot;
  const due = snapshot.planned.filter(({ fromMs }) => fromMs <= nowMs);
  const models = new Map(snapshot.models);
  const routePrices = new Map<string, OperatorPrices | null>();
  for (const plan of due) {
    if ('model' in plan) models.set(plan.model.id, plan.model);
    else routePrices.set(plan.routeId, plan.prices);
  }
  return {
    ...snapshot,
    models,
    routes: routePrices.size === 0 ? snapshot.routes : priceRoutes(snapshot.routes, routePrices),
    planned: snapshot.planned.slice(due.length),
  };
}

function priceRoutes(
  routes: CatalogSnapshot['routes'],
  priced: ReadonlyMap<string, OperatorPrices | null>,
): CatalogSnapshot['routes'] {
  const price = (route: ProviderRoute): ProviderRoute => {
    const prices = priced.get(route.id);
    return prices === undefined ? route : { ...route, prices };
  };
  return new Map([...routes].map(([pattern, group]) => [pattern, group.map(price)]));
}
