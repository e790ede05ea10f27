import { DirectoryServiceService } from '@tollgate/contracts';
import type { Handlers } from '@tollgate/http';
import type { GrpcService } from '@tollgate/rpc';
import {
  disableOrgKeysUseCase,
  filterOrgKeysUseCase,
  purgeOrgKeysUseCase,
} from '../keys/disable-org-keys';
import type { ModulePorts } from '../shared/module-ports';
import type { adminUserOperations } from './admin-users.operations';
import { createAdminUserHandlers } from './admin-users.route';
import { createDirectoryService } from './directory-service';
import { findUsersUseCase } from './find-users';
import { getUserUseCase } from './get-user';
import { findDirectoryMatchesUseCase } from './find-directory-matches';
import { updateUserUseCase } from './update-user';

/** Users for operators and for the other services. */
export function createUsersModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof adminUserOperations>;
  readonly services: readonly GrpcService[];
} {
  const { users } = ports.database;
  const directory = createDirectoryService({
    findUsers: findUsersUseCase(ports),
    findDirectoryMatches: findDirectoryMatchesUseCase(ports),
    filterOrgKeys: filterOrgKeysUseCase(ports),
    disableOrgKeys: disableOrgKeysUseCase(ports),
    purgeOrgKeys: purgeOrgKeysUseCase(ports),
  });
  return {
    handlers: createAdminUserHandlers({
      ...ports,
      users,
      getUser: getUserUseCase(ports),
      updateUser: updateUserUseCase(ports),
    }),
    services: [
      { definition: DirectoryServiceService, implementation: directory, callers: ['orgs'] },
    ],
  };
}
