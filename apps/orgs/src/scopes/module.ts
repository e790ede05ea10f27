import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import {
  getAllowedModelsRoute,
  getBreakerRoute,
  updateAllowedModelsRoute,
  updateBreakerRoute,
} from './scopes.route';
import { getAllowedModelsUseCase, updateAllowedModelsUseCase } from './manage-allowed-models';
import { getBreakerUseCase, updateBreakerUseCase } from './manage-breaker';
import type { scopeOperations } from './scopes.operations';

const paths = {
  org: '/api/orgs/{orgId}',
  team: '/api/orgs/{orgId}/teams/{teamId}',
  member: '/api/orgs/{orgId}/members/{memberId}',
} as const;

/** Allowed models and spend breakers of organizations, teams and members. */
export function createScopesModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof scopeOperations>;
} {
  const getModels = getAllowedModelsUseCase(ports);
  const updateModels = updateAllowedModelsUseCase(ports);
  const getBreaker = getBreakerUseCase(ports);
  const updateBreaker = updateBreakerUseCase(ports);
  const createHandlers = <K extends keyof typeof paths>(kind: K) => ({
    [`GET ${paths[kind]}/allowed-models`]: getAllowedModelsRoute(getModels, kind),
    [`PATCH ${paths[kind]}/allowed-models`]: updateAllowedModelsRoute(updateModels, kind),
    [`GET ${paths[kind]}/circuit-breaker`]: getBreakerRoute(getBreaker, kind),
    [`PATCH ${paths[kind]}/circuit-breaker`]: updateBreakerRoute(updateBreaker, getBreaker, kind),
  });
  const handlers = {
    ...createHandlers('org'),
    ...createHandlers('team'),
    ...createHandlers('member'),
  };
  return { handlers: handlers as Handlers<typeof scopeOperations> };
}
