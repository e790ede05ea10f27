import { AuthServiceService } from '@tollgate/contracts';
import type { GrpcService } from '@tollgate/rpc';
import type { AuthConfig } from '../config';
import type { ModulePorts } from '../shared/module-ports';
import { createSignInTokenUseCase } from '../sign-in/create-sign-in-token';
import { findUsersUseCase } from '../users/find-users';
import { createAuthService } from './auth-service';
import { authenticateKeyUseCase, authenticateSessionUseCase } from './authenticate-caller';

/** Looks up the caller of a credential for the edges. */
export function createAuthenticationModule(
  ports: ModulePorts & { readonly config: Pick<AuthConfig, 'areLinksEnabled'> },
): {
  readonly services: readonly GrpcService[];
} {
  const { areLinksEnabled } = ports.config;
  const implementation = createAuthService({
    authenticateKey: authenticateKeyUseCase(ports),
    authenticateSession: authenticateSessionUseCase(ports),
    findUsers: findUsersUseCase(ports),
    createSignInToken: createSignInTokenUseCase({ ...ports, areLinksEnabled }),
  });
  const callers = ['edge', 'billing'];
  return { services: [{ definition: AuthServiceService, implementation, callers }] };
}
