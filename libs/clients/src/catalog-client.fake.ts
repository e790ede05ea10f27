import type { CatalogClient } from './catalog-client';

export function createFakeCatalogClient(modelIds: readonly string[] = []): CatalogClient {
  return { listModelIds: async () => modelIds, close: () => undefined };
}
