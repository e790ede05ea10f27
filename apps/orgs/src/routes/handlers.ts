import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Handlers } from '@tollgate/operations';
import type { CreateOrg } from '../use-cases/create-org';
import type { GetOrg } from '../use-cases/get-org';
import type { ListOrgs } from '../use-cases/list-orgs';
import type { UpdateOrg } from '../use-cases/update-org';
import type { operations } from './operations';
import { createOrgRoute, getOrgRoute, listOrgsRoute, updateOrgRoute } from './orgs.route';

export interface HandlersOptions {
  readonly idempotency: IdempotencyStore;
  readonly createOrg: CreateOrg;
  readonly listOrgs: ListOrgs;
  readonly getOrg: GetOrg;
  readonly updateOrg: UpdateOrg;
}

export function createHandlers(options: HandlersOptions): Handlers<typeof operations> {
  const { createOrg, getOrg, idempotency, listOrgs, updateOrg } = options;
  return {
    'GET /v1/orgs': listOrgsRoute(listOrgs),
    'POST /api/orgs': createOrgRoute(createOrg, getOrg, idempotency),
    'GET /v1/orgs/{orgId}': getOrgRoute(getOrg),
    'PATCH /v1/orgs/{orgId}': updateOrgRoute(updateOrg, getOrg),
  };
}
