import { CatalogServiceService, type CatalogServiceServer, type Model } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { unaryHandler, type GrpcService } from '@tollgate/rpc';
import type { CatalogModel, CatalogSnapshot } from '../catalog/catalog';
import { findListedModel } from '../catalog/read-prices';
import { isRetired } from '../catalog/retirement';

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
    listModels: unaryHandler(async ({ pageSize, pageToken, search }) => {
      const limit = Math.min(pageSize > 0 ? pageSize : pageSizeDefault, pageSizeMax);
      const snapshot = getSnapshot();
      const models = search === '' ? [...snapshot.models.values()] : findModels(snapshot, search);
      const following = models
        .filter(({ id }) => id > pageToken)
        .toSorted((left, right) => (left.id < right.id ? -1 : 1));
      const page = following.slice(0, limit);
      const nextPageToken = following.length > limit ? (page.at(-1)?.id ?? '') : '';
      return { models: page.map(encodeModel), nextPageToken };
    }),
  };
  return { definition: CatalogServiceService, implementation, callers: ['orgs'] };
}

/** Models of the public list with the text in their id or name. */
function findModels(snapshot: CatalogSnapshot, search: string): CatalogModel[] {
  const text = search.toLowerCase();
  const nowMs = Date.now();
  return [...snapshot.models.values()].filter(
    (model) =>
      [model.id, model.name].some((shown) => shown.toLowerCase().includes(text)) &&
      !isRetired(model, nowMs) &&
      findListedModel(model, snapshot) !== undefined,
  );
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
