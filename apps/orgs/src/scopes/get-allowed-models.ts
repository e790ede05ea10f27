import type { OrgDatabase } from '../shared/ports';
import { adminOnly } from '../shared/requester';
import { readLayers, type ScopeRequest } from './find-layers';
import type { ScopeLayer } from './ports';

/** The layers of a scope, nearest first. */
export type GetAllowedModels = (request: ScopeRequest) => Promise<readonly ScopeLayer[]>;

export function getAllowedModelsUseCase(ports: {
  readonly database: OrgDatabase;
}): GetAllowedModels {
  return (request) => readLayers(ports.database, request, adminOnly);
}
