import type { IdempotencyStore } from '@tollgate/idempotency';
import type { KeyHandlersOptions } from './routes/key-handlers';
import { createCreateKey } from './use-cases/create-key';
import { createDeleteKey } from './use-cases/delete-key';
import { createFindKeyOrg } from './use-cases/find-key-org';
import { createGetCurrentKey } from './use-cases/get-current-key';
import { createGetKey } from './use-cases/get-key';
import { createListKeys } from './use-cases/list-keys';
import { createManageOrgKeys } from './use-cases/manage-org-keys';
import type { Orgs } from './use-cases/org-ports';
import type {
  AccountDatabase,
  Clock,
  Invalidator,
  Secrets,
  SpendWindows,
  Wallets,
} from './use-cases/ports';
import { createUpdateKey } from './use-cases/update-key';

/** Everything that is done with keys. */
export function wireKeys(ports: {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly orgs: Orgs;
  readonly spendWindows: SpendWindows;
  readonly invalidator: Invalidator;
  readonly idempotency: IdempotencyStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly fundedRequestsPerMinute: number;
}): KeyHandlersOptions {
  return {
    listKeys: createListKeys(ports),
    getKey: createGetKey(ports),
    createKey: createCreateKey(ports),
    updateKey: createUpdateKey(ports),
    deleteKey: createDeleteKey(ports),
    getCurrentKey: createGetCurrentKey(ports),
    manageOrgKeys: createManageOrgKeys(ports),
    findKeyOrg: createFindKeyOrg(ports),
    idempotency: ports.idempotency,
  };
}
