import { modelFamilies, type CatalogModel, type CatalogSnapshot, type ModelKind } from '../catalog';
import { readPrices } from '../read-prices';

const namePattern = /^[a-z0-9._~-]+\/[a-z0-9._:@~/-]+$/;

/**
 * A model outside the catalog that a wildcard route may serve. It has no price of its own: only a
 * price on that route makes it callable.
 */
export function findWildcardModel(
  name: string,
  snapshot: CatalogSnapshot,
  kind: ModelKind,
): CatalogModel | undefined {
  if (!namePattern.test(name)) return undefined;
  const provider = name.slice(0, name.indexOf('/'));
  if (!snapshot.routes.has(`${provider}/*`) && !snapshot.routes.has('*')) return undefined;
  const document = { id: name, name, kind, prices: {} };
  return {
    id: name,
    name,
    kind,
    family: modelFamilies.find((family) => family === provider) ?? 'other',
    contextLength: undefined,
    maxCompletionTokens: undefined,
    prices: readPrices(document, 0n),
    document,
    createdAtMs: 0,
    isUnlisted: true,
  };
}
