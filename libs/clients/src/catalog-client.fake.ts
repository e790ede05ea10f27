import type { CatalogClient } from './catalog-client';

export function createFakeCatalogClient(modelIds: readonly string[] = []): CatalogClient {
  return {
    listModelIds: async () => modelIds,
    search: async (text, limit) =>
      modelIds
        .filter((id) => id.includes(text))
        .slice(0, limit)
        .map((modelId) => ({ modelId, name: modelId })),
    close: () => undefined,
  };
}
