import { CatalogServiceClient } from '@tollgate/contracts';
import { createPromiseClient, type GrpcClientOptions } from '@tollgate/rpc';

/** The catalog of the relay. */
export interface CatalogClient {
  /** The ids of all models, in order. */
  listModelIds(requestId: string): Promise<readonly string[]>;
  /** Models of the public list with the text in id or name, in order of id. */
  search(
    text: string,
    limit: number,
    requestId: string,
  ): Promise<readonly { readonly modelId: string; readonly name: string }[]>;
  close(): void;
}

const pageSize = 500;
const pagesMax = 40;

export function createCatalogClient(options: GrpcClientOptions): CatalogClient {
  const rpc = createPromiseClient(CatalogServiceClient, options, { listModels: 2_000 });
  return {
    async listModelIds(requestId) {
      const ids: string[] = [];
      let pageToken = '';
      for (let page = 0; page < pagesMax; page++) {
        const answer = await rpc.listModels({ pageSize, pageToken, search: '' }, { requestId });
        ids.push(...answer.models.map(({ modelId }) => modelId));
        pageToken = answer.nextPageToken;
        if (pageToken === '') break;
      }
      return ids;
    },
    search: async (text, limit, requestId) => {
      const wanted = { pageSize: limit, pageToken: '', search: text };
      return (await rpc.listModels(wanted, { requestId })).models;
    },
    close: rpc.close,
  };
}
