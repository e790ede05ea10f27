import { DirectoryServiceService } from '@tollgate/contracts';
import type { Handlers } from '@tollgate/http';
import { requireOperator } from '@tollgate/identity';
import type { GrpcService } from '@tollgate/rpc';
import { disableOrgKeysUseCase } from '../keys/disable-org-keys';
import { filterOrgKeysUseCase } from '../keys/filter-org-keys';
import { purgeOrgKeysUseCase } from '../keys/purge-org-keys';
import type { ModulePorts } from '../shared/module-ports';
import type { adminUserOperations } from './admin-users.operations';
import {
  getUserRoute,
  listUsersRoute,
  suspendUserRoute,
  unsuspendUserRoute,
  updateUserRoute,
} from './admin-users.route';
import { createDirectoryService } from './directory-service';
import { findUserByEmailUseCase } from './find-user-by-email';
import { getUserUseCase } from './get-user';
import { listUsersUseCase } from './list-users';
import { listUsersByIdsUseCase } from './list-users-by-ids';
import { suspendUserUseCase } from './suspend-user';
import { unsuspendUserUseCase } from './unsuspend-user';
import { updateUserUseCase } from './update-user';

/** Users for operators and for the other services. */
export function createUsersModule(ports: ModulePorts): {
  readonly handlers: Handlers<typeof adminUserOperations>;
  readonly services: readonly GrpcService[];
} {
  const { idempotency } = ports;
  const updateUser = updateUserUseCase(ports);
  const suspendUser = suspendUserUseCase({ ...ports, updateUser });
  const unsuspendUser = unsuspendUserUseCase({ updateUser });
  const directory = createDirectoryService({
    findUserByEmail: findUserByEmailUseCase(ports),
    listUsersByIds: listUsersByIdsUseCase(ports),
    filterOrgKeys: filterOrgKeysUseCase(ports),
    disableOrgKeys: disableOrgKeysUseCase(ports),
    purgeOrgKeys: purgeOrgKeysUseCase(ports),
  });
  return {
    handlers: {
      'GET /api/admin/users': [requireOperator, listUsersRoute(listUsersUseCase(ports))],
      'GET /api/admin/users/{id}': [requireOperator, getUserRoute(getUserUseCase(ports))],
      'PATCH /api/admin/users/{id}': [requireOperator, updateUserRoute(updateUser)],
      'POST /api/admin/users/{id}/suspend': [
        requireOperator,
        suspendUserRoute(suspendUser, idempotency),
      ],
      'POST /api/admin/users/{id}/unsuspend': [
        requireOperator,
        unsuspendUserRoute(unsuspendUser, idempotency),
      ],
    },
    services: [{ definition: DirectoryServiceService, implementation: directory }],
  };
}
