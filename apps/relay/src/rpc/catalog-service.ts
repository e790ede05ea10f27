import { CatalogServiceService, type CatalogServiceServer, type Model } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { unaryHandler, type GrpcService } from '@tollgate/rpc';
import type { CatalogModel, CatalogSnapshot } from '../catalog/catalog';

const pageSizeDefault = 100;
const pageSizeMax = 500;

/** The catalog for other services, from the current snapshot. */
export function createCatalogService(getSnapshot: () => CatalogSnapshot): GrpcService {
  const implementation: CatalogServiceServer = {
    getModel: unaryHandler(async ({ modelId }) => {
      const model = getSnapshot().models.get(modelId);
      if (!model) throw new AppError('model_not_found');
      return { model: encodeModel(model) };
    }),
    listModels: unaryHandler(async ({ pageSize, pageToken }) => {
      const limit = Math.min(pageSize > 0 ? pageSize : pageSizeDefault, pageSizeMax);
      const ids = [...getSnapshot().models.keys()].sort().filter((id) => id > pageToken);
      const page = ids.slice(0, limit).flatMap((id) => getSnapshot().models.get(id) ?? []);
      const nextPageToken = ids.length > limit ? (page.at(-1)?.id ?? '') : '';
      return { models: page.map(encodeModel), nextPageToken };
    }),
  };
  return { definition: CatalogServiceService, implementation };
}

function encodeModel(model: CatalogModel): Model {
  const prices = Object.entries(model.document.prices).filter(
    ([, price]) => typeof price === 'string',
  ) as [string, string][];
  return {
    modelId: model.id,
    name: model.name,
    kind: model.kind,
    family: model.family,
    contextLength: model.contextLength === undefined ? undefined : BigInt(model.contextLength),
    maxCompletionTokens:
      model.maxCompletionTokens === undefined ? undefined : BigInt(model.maxCompletionTokens),
    isEnabled: true,
    prices: Object.fromEntries(prices),
  };
}
