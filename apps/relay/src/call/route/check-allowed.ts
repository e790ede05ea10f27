import { AppError } from '@tollgate/errors';
import { checkPermission, type PermissionScope } from '@tollgate/policy';
import type { CatalogModel } from '../../catalog/catalog';
import type { ApiType } from '../../domain/endpoint';
import type { ParsedCall } from '../receive/received-call';

const scopeOf: Readonly<Record<ApiType, PermissionScope>> = {
  chat: 'inference',
  responses: 'inference',
  messages: 'inference',
  completions: 'inference',
  embeddings: 'embeddings',
  // Rankings belong to search, as embeddings do.
  rerank: 'embeddings',
  moderations: 'inference',
  images: 'images',
  transcriptions: 'audio',
  speech: 'audio',
  videos: 'video',
};

/** Raises: model_not_allowed, and forbidden for work that the caller's team may not do. */
export function checkAllowed({ policy, request }: ParsedCall, model: CatalogModel): void {
  checkPermission(policy, scopeOf[request.apiType]);
  if (policy.allowsModel?.(model.id) === false) {
    throw makeNotAllowedError(model.id, policy.findDenyingScope?.(model.id));
  }
}

function makeNotAllowedError(modelId: string, scope: string | undefined): AppError {
  return new AppError('model_not_allowed', {
    message: `Model ${modelId} is not allowed here. Ask an admin of your organization.`,
    param: 'model',
    ...(scope !== undefined && { metadata: { scope } }),
  });
}
