import type { CatalogModel, CreateModelData } from '../../api/generated/types.gen';
import { readJsonObject, readNumberOrNull } from './form-values';

export type ModelDocument = CreateModelData['body'];

export const modelFields = [
  'id',
  'name',
  'kind',
  'contextLength',
  'maxCompletionTokens',
  'prices.prompt',
  'prices.completion',
  'prices.cacheRead',
  'prices.cacheWrite',
  'enabled',
  'rest',
] as const;
export type ModelField = (typeof modelFields)[number];

/** Prices with a field of their own. */
export const shownPrices = ['prompt', 'completion', 'cacheRead', 'cacheWrite'] as const;

/** A model without what the service adds to it. */
export function readDocument(model: CatalogModel): ModelDocument {
  const { createdAt: _created, hidden: _hidden, priceVersion: _version, ...rest } = model;
  const { updatedAt: _updated, ...document } = rest;
  return document;
}

/** The fields that have no field of the form, as JSON. */
export function describeRest(document: ModelDocument): string {
  const { contextLength: _context, enabled: _on, id: _id, kind: _kind, ...others } = document;
  const { maxCompletionTokens: _max, name: _name, prices, ...rest } = others;
  const otherPrices = Object.fromEntries(
    Object.entries(prices).filter(([name]) => !shownPrices.some((shown) => shown === name)),
  );
  const hasPrices = Object.keys(otherPrices).length > 0;
  const shown = { ...rest, ...(hasPrices && { prices: otherPrices }) };
  return Object.keys(shown).length === 0 ? '' : JSON.stringify(shown, null, 2);
}

/** The model that the form describes. Empty numbers and prices are left out. */
export function readModel(values: Readonly<Record<ModelField, string>>): ModelDocument {
  const { prices = {}, ...rest } = readJsonObject('rest', values.rest);
  const given = shownPrices.flatMap((name) => {
    const price = values[`prices.${name}`];
    return price === '' ? [] : [[name, price] as const];
  });
  const contextLength = readNumberOrNull(values.contextLength);
  const maxCompletionTokens = readNumberOrNull(values.maxCompletionTokens);
  return {
    ...rest,
    id: values.id,
    name: values.name,
    kind: values.kind as ModelDocument['kind'],
    ...(contextLength !== null && { contextLength }),
    ...(maxCompletionTokens !== null && { maxCompletionTokens }),
    enabled: values.enabled === 'on',
    prices: { ...(prices as object), ...Object.fromEntries(given) },
  };
}
