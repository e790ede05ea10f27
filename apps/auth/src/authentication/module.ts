import { AuthServiceService } from '@tollgate/contracts';
import type { GrpcService } from '@tollgate/rpc';
import type { ModulePorts } from '../shared/module-ports';
import { findUsersUseCase } from '../users/find-users';
import { createAuthService } from './auth-service';
import { authenticateKeyUseCase, authenticateSessionUseCase } from './authenticate-caller';

/** Looks up the caller of a credential for the edges. */
export function createAuthenticationModule(ports: ModulePorts): {
  readonly services: readonly GrpcService[];
} {
  const implementation = createAuthService({
    authenticateKey: authenticateKeyUseCase(ports),
    authenticateSession: authenticateSessionUseCase(ports),
    findUsers: findUsersUseCase(ports),
  });
  return { services: [{ definition: AuthServiceService, implementation }] };
}
