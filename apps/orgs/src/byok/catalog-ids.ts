import type { CatalogServiceClient } from '@tollgate/contracts';
import type { Logger } from '@tollgate/observability';
import { callUnary } from '@tollgate/rpc';
import type { ByokOutside } from '../use-cases/byok-ports';

const deadlineMs = 2_000;
const pageSize = 500;
const pagesMax = 40;

/** All models of the catalog, from the relay. */
export function createCatalogIds(
  client: CatalogServiceClient,
  logger: Logger,
): ByokOutside['listCatalog'] {
  const call = client.listModels.bind(client);
  return async (requestId) => {
    try {
      const ids: string[] = [];
      let pageToken = '';
      for (let page = 0; page < pagesMax; page++) {
        const answer = await callUnary(call, { pageSize, pageToken }, { deadlineMs, requestId });
        ids.push(...answer.models.map(({ modelId }) => modelId));
        pageToken = answer.nextPageToken;
        if (pageToken === '') break;
      }
      return ids;
    } catch (error) {
      logger.warn('catalog not read', { error });
      return undefined;
    }
  };
}
