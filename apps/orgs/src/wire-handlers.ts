import type { IdempotencyStore } from '@tollgate/idempotency';
import type { HandlersOptions } from './routes/handlers';
import { createChangeOrg } from './use-cases/change-org';
import { createCreateOrg } from './use-cases/create-org';
import { createGetOrg } from './use-cases/get-org';
import { createListOrgs } from './use-cases/list-orgs';
import type { Billing, Directory, PolicySignal, SpendWindows } from './use-cases/outside-ports';
import type { Clock, OrgDatabase } from './use-cases/ports';
import { createUpdateOrg } from './use-cases/update-org';

export interface HandlerParts {
  readonly database: OrgDatabase;
  readonly billing: Billing;
  readonly directory: Directory;
  readonly spendWindows: SpendWindows;
  readonly signal: PolicySignal;
  readonly idempotency: IdempotencyStore;
  readonly clock: Clock;
}

/** Everything that is done with organizations. */
export function wireHandlers(parts: HandlerParts): HandlersOptions {
  const ports = { ...parts, changeOrg: createChangeOrg(parts) };
  return {
    idempotency: ports.idempotency,
    createOrg: createCreateOrg(ports),
    listOrgs: createListOrgs(ports),
    getOrg: createGetOrg(ports),
    updateOrg: createUpdateOrg(ports),
  };
}
