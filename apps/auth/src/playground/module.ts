import type { Handlers } from '@tollgate/http';
import type { ModulePorts } from '../shared/module-ports';
import { createPlaygroundTokenUseCase } from './create-playground-token';
import type { playgroundOperations } from './playground.operations';
import { createPlaygroundHandlers } from './playground.route';

/** Credentials with which a signed-in page calls models. */
export function createPlaygroundModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof playgroundOperations>;
} {
  return { handlers: createPlaygroundHandlers(createPlaygroundTokenUseCase(ports)) };
}
