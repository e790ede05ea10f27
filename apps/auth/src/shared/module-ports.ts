import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Logger } from '@tollgate/observability';
import type { Invalidator } from '../keys/ports';
import type { SpendWindows, Wallets } from './billing-ports';
import type { Orgs } from './org-ports';
import type { AccountDatabase, Clock, Secrets } from './ports';

/** What the modules of the service share; each takes the ones that it needs. */
export interface ModulePorts {
  readonly database: AccountDatabase;
  readonly wallets: Wallets;
  readonly spendWindows: SpendWindows;
  readonly orgs: Orgs;
  readonly invalidator: Invalidator;
  readonly idempotency: IdempotencyStore;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
}
