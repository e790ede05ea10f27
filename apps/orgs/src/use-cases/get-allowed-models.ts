import { readLayers, type ScopeRequest } from './layers';
import type { OrgDatabase, ScopeLayer } from './ports';
import { adminOnly } from './requester';

/** The layers of a scope, nearest first. */
export type GetAllowedModels = (request: ScopeRequest) => Promise<readonly ScopeLayer[]>;

export function createGetAllowedModels(ports: {
  readonly database: OrgDatabase;
}): GetAllowedModels {
  return (request) => readLayers(ports.database, request, adminOnly);
}
