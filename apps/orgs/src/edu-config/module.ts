import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import type { eduConfigOperations } from './edu-config.operations';
import { getEduConfigRoute, updateEduConfigRoute } from './edu-config.route';
import { getEduConfigUseCase } from './get-edu-config';
import { updateEduConfigUseCase } from './update-edu-config';

export function createEduConfigModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof eduConfigOperations>;
} {
  return {
    handlers: {
      'GET /api/orgs/{orgId}/edu-config': getEduConfigRoute(getEduConfigUseCase(ports)),
      'PATCH /api/orgs/{orgId}/edu-config': updateEduConfigRoute(updateEduConfigUseCase(ports)),
    },
  };
}
