import { AuthServiceService, DirectoryServiceService } from '@tollgate/contracts';
import type { GrpcService } from '@tollgate/rpc';
import { createAuthService } from './rpc/auth-service';
import { createDirectoryService } from './rpc/directory-service';
import { createAuthenticateKey, createAuthenticateSession } from './use-cases/authenticate';
import { createCountUsers } from './use-cases/count-users';
import { createDisableOrgKeys } from './use-cases/disable-org-keys';
import { createFilterOrgKeys } from './use-cases/filter-org-keys';
import { createFindUserByEmail } from './use-cases/find-user-by-email';
import { createGetContact } from './use-cases/get-contact';
import { createListUsersByIds } from './use-cases/list-users-by-ids';
import { createPurgeOrgKeys } from './use-cases/purge-org-keys';
import type { AccountDatabase, Clock, Invalidator, Wallets } from './use-cases/ports';

/** What other services ask. */
export function wireServices(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): GrpcService[] {
  const auth = createAuthService({
    authenticateKey: createAuthenticateKey(ports),
    authenticateSession: createAuthenticateSession(ports),
    getContact: createGetContact(ports),
    countUsers: createCountUsers(ports),
  });
  const directory = createDirectoryService({
    findUserByEmail: createFindUserByEmail(ports),
    listUsersByIds: createListUsersByIds(ports),
    filterOrgKeys: createFilterOrgKeys(ports),
    disableOrgKeys: createDisableOrgKeys(ports),
    purgeOrgKeys: createPurgeOrgKeys(ports),
  });
  return [
    { definition: AuthServiceService, implementation: auth },
    { definition: DirectoryServiceService, implementation: directory },
  ];
}
