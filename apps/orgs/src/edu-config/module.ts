import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import type { eduConfigOperations } from './edu-config.operations';
import { createEduConfigHandlers } from './edu-config.route';
import { getEduConfigUseCase, updateEduConfigUseCase } from './manage-edu-config';

export function createEduConfigModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof eduConfigOperations>;
} {
  return {
    handlers: createEduConfigHandlers(getEduConfigUseCase(ports), updateEduConfigUseCase(ports)),
  };
}
