import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import { getAllowedModelsRoute, updateAllowedModelsRoute } from './allowed-models.route';
import { getBreakerRoute, updateBreakerRoute } from './circuit-breaker.route';
import { getAllowedModelsUseCase } from './get-allowed-models';
import { getBreakerUseCase } from './get-breaker';
import type { scopeOperations } from './scopes.operations';
import { updateAllowedModelsUseCase } from './update-allowed-models';
import { updateBreakerUseCase } from './update-breaker';

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
