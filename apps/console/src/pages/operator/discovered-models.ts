import { once, read } from '../../api/client';
import { createRoute, importModels } from '../../api/generated/sdk.gen';
import type { DiscoveredModels } from '../../api/generated/types.gen';

export type DiscoveredModel = DiscoveredModels['items'][number];

/** It can be served, and the catalog does not have it yet. */
export function canBeAdded({ inCatalog, model }: DiscoveredModel): boolean {
  return model !== null && !inCatalog;
}

/** Those whose name at the provider or in the catalog contains the text. */
export function findModels(
  models: readonly DiscoveredModel[],
  text: string,
): readonly DiscoveredModel[] {
  const wanted = text.trim().toLowerCase();
  return models.filter(({ model, upstreamModel }) =>
    `${upstreamModel} ${model?.id ?? ''}`.toLowerCase().includes(wanted),
  );
}

/**
 * Adds models and their routes to the catalog. `routed` has those whose routes exist already, with
 * the key of their request: after a failure a repetition continues where it stopped.
 */
export async function addDiscovered(
  models: readonly DiscoveredModel[],
  routed: Map<string, string>,
): Promise<void> {
  const documents = models.flatMap(({ model }) => (model === null ? [] : [model]));
  if (documents.length === 0) return;
  await read(importModels({ body: { models: documents } }));
  for (const { route } of models) {
    if (route === null) continue;
    const key = routed.get(route.pattern) ?? crypto.randomUUID();
    routed.set(route.pattern, key);
    await read(createRoute({ body: route, ...once(key) }));
  }
}
