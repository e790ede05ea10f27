import type { CatalogClient } from '@tollgate/clients';
import type { Logger } from '@tollgate/observability';
import type { ByokOutside } from './ports';

/** The ids of all catalog models, or undefined while the relay does not answer. */
export function createCatalogIds(
  catalog: CatalogClient,
  logger: Logger,
): ByokOutside['listCatalog'] {
  return async (requestId) => {
    try {
      return await catalog.listModelIds(requestId);
    } catch (error) {
      logger.warn('catalog not read', { error });
      return undefined;
    }
  };
}
