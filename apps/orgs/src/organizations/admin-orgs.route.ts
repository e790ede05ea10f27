import type { RequestHandler } from 'express';
import type { z } from 'zod';
import {
  formatTime,
  getPathParameter,
  readJsonBody,
  validate,
  validateQuery,
} from '@tollgate/http';
import { answerOperatorWrite, type IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import type { AddMemberAsOperator } from '../members/add-member-as-operator';
import { renderMember } from '../members/members.route';
import type { ViewMembers } from '../members/view-members';
import { toActor } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import {
  addMemberAsOperatorBody,
  createOrgAsOperatorBody,
  orgsQuery,
  updateOrgAsOperatorBody,
  type adminOrgSchema,
} from './admin-orgs.operations';
import type { CreateOrgAsOperator } from './create-org-as-operator';
import type { ListAllOrgs } from './list-all-orgs';
import type { Organization } from './organization';
import type { OrgTerms, UpdateOrgAsOperator } from './update-org-as-operator';

/** GET /api/admin/orgs */
export function listAllOrgsRoute(listAllOrgs: ListAllOrgs): RequestHandler {
  return async (request, response) => {
    const { cursor: before, limit } = validateQuery(orgsQuery, request.query);
    const { next, orgs } = await listAllOrgs({ before, limit });
    response.json({ items: orgs.map(renderAdminOrg), nextCursor: next });
  };
}

/** POST /api/admin/orgs */
export function createOrgAsOperatorRoute(
  createOrgAsOperator: CreateOrgAsOperator,
  store: IdempotencyStore,
): RequestHandler {
  return answerOperatorWrite({
    store,
    run: async ({ body, operator, ulid }) => {
      const { name, ownerEmail, slug, ...rest } = validate(createOrgAsOperatorBody, body);
      const terms = readTerms(rest);
      const actor = toActor(operator);
      const wanted = { actor, ulid, name, slug, ownerEmail, terms };
      const { isOwnerInvited, org } = await createOrgAsOperator(wanted);
      return isOwnerInvited
        ? { status: 202, body: { ...renderAdminOrg(org), invited: true } }
        : { status: 201, body: renderAdminOrg(org) };
    },
  });
}

/** POST /api/admin/orgs/{id}/members */
export function addMemberAsOperatorRoute(
  addMemberAsOperator: AddMemberAsOperator,
  viewMembers: ViewMembers,
  store: IdempotencyStore,
): RequestHandler {
  return answerOperatorWrite({
    store,
    run: async ({ body, id: orgId, operator, ulid }) => {
      const { email, role, teamId = null } = validate(addMemberAsOperatorBody, body);
      const { isOwner = false } = role;
      const member = await addMemberAsOperator({
        ...{ actor: toActor(operator), orgId, ulid, email },
        place: { role: role.role, isOwner, teamId, monthlyBudgetNanos: null },
      });
      if (member === undefined) return { status: 202, body: { invited: true } };
      const [view] = await viewMembers(orgId, [member], operator.requestId);
      return { status: 201, body: view && renderMember(view) };
    },
  });
}

/** PATCH /api/admin/orgs/{id} */
export function updateOrgAsOperatorRoute(updateOrgAsOperator: UpdateOrgAsOperator): RequestHandler {
  return async (request, response) => {
    const body = await readJsonBody(request);
    const { deleted, suspended, ...rest } = validate(updateOrgAsOperatorBody, body);
    const org = await updateOrgAsOperator({
      actor: toActor(readOperator(response)),
      orgId: getPathParameter(request, 'id'),
      change: {
        terms: readTerms(rest),
        ...(suspended !== undefined && { isSuspended: suspended }),
        ...(deleted !== undefined && { isDeleted: deleted }),
      },
    });
    response.json(renderAdminOrg(org));
  };
}

type TermsBody = Omit<z.output<typeof updateOrgAsOperatorBody>, 'suspended' | 'deleted'>;

function readTerms(body: TermsBody): OrgTerms {
  const { billingMode, creditLineUsd, localCurrency, plan, seats } = body;
  return {
    ...(plan !== undefined && { plan }),
    ...(seats !== undefined && { seats }),
    ...(billingMode !== undefined && { billingMode }),
    ...(creditLineUsd !== undefined && { creditLineNanos: creditLineUsd }),
    ...(localCurrency !== undefined && { hasLocalCurrency: localCurrency }),
  };
}

function renderAdminOrg(org: Organization): z.input<typeof adminOrgSchema> {
  return {
    id: org.id,
    name: org.name,
    slug: org.slug,
    plan: org.plan,
    seats: org.seats,
    billingMode: org.billingMode,
    creditLineUsd: toUsd(org.creditLineNanos),
    localCurrency: org.hasLocalCurrency,
    suspended: org.suspendedAt !== null,
    deleted: org.deletedAt !== null,
    createdAt: formatTime(org.createdAt),
  };
}
