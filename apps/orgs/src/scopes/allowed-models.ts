import type { ScopeKind } from './layer';

export const patternsPerListMax = 200;
export const patternCharactersMax = 100;

/** `<provider>/<model>` or `<provider>/*`; a pattern matches all variants (`:free`). */
export const allowedModelPattern = /^[a-z0-9._~-]+\/(?:\*|[a-z0-9._@~/-]+)$/;

interface ListedLayer {
  readonly scope: { readonly kind: ScopeKind };
  readonly allowedModels: readonly string[];
}

/** The models that all restricting layers allow; undefined: no layer restricts. */
export function intersectLayers(layers: readonly ListedLayer[]): readonly string[] | undefined {
  const lists = layers.map(({ allowedModels }) => allowedModels).filter((list) => list.length > 0);
  const [first, ...rest] = lists;
  if (first === undefined) return undefined;
  return rest.reduce((left, right) => intersect(left, right), first);
}

function intersect(left: readonly string[], right: readonly string[]): readonly string[] {
  const narrow = [
    ...left.filter((pattern) => isCovered(pattern, right)),
    ...right.filter((pattern) => isCovered(pattern, left)),
  ];
  return [...new Set(narrow)];
}

function isCovered(pattern: string, by: readonly string[]): boolean {
  const [provider = ''] = pattern.split('/');
  return by.includes(pattern) || by.includes(`${provider}/*`);
}

/** The nearest restricting layer above, for a scope without a list of its own. */
export function findInherited(nearestFirst: readonly ListedLayer[]): ScopeKind | null {
  const [own, ...above] = nearestFirst;
  if (own === undefined || own.allowedModels.length > 0) return null;
  return above.find(({ allowedModels }) => allowedModels.length > 0)?.scope.kind ?? null;
}
