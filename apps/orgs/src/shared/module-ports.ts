import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Logger } from '@tollgate/observability';
import type { Directory } from '../members/ports';
import type { ChangeOrg } from '../organizations/change-org';
import type { Billing } from '../organizations/ports';
import type { PolicySignal } from '../policy/ports';
import type { SpendWindows } from '../scopes/ports';
import type { DoTodo } from '../todos/do-todo';
import type { Clock, OrgDatabase } from './ports';

/** What the modules of the service share; each takes the ones that it needs. */
export interface ModulePorts {
  readonly database: OrgDatabase;
  readonly billing: Billing;
  readonly directory: Directory;
  readonly spendWindows: SpendWindows;
  readonly signal: PolicySignal;
  readonly changeOrg: ChangeOrg;
  readonly doTodo: DoTodo;
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
  readonly logger: Logger;
}
