import type { RequestHandler } from 'express';
import type { z } from 'zod';
import {
  formatTime,
  getPathParameter,
  type Handlers,
  readJsonBody,
  readSortedPage,
  readSortedQuery,
  validate,
  validateQuery,
} from '@tollgate/http';
import { answerOperatorWrite, type IdempotencyStore } from '@tollgate/idempotency';
import { readOperator } from '@tollgate/identity';
import type { AddMemberAsOperator } from '../members/add-member-as-operator';
import { memberCursors } from '../members/member-page';
import { renderMember } from '../members/members.route';
import type { ListMembersAsOperator, ViewMembers } from '../members/view-members';
import { toActor } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import {
  addMemberAsOperatorBody,
  createOrgAsOperatorBody,
  orgMembersQuery,
  orgsQuery,
  updateOrgAsOperatorBody,
  type adminOrgOperations,
  type adminOrgSchema,
} from './admin-orgs.operations';
import type { CreateOrgAsOperator } from './create-org-as-operator';
import { orgCursors } from './org-page';
import type { Organization } from './organization';
import type { OrganizationStore } from './ports';
import type { OrgTerms, UpdateOrgAsOperator } from './update-org-as-operator';

export interface AdminOrgsOptions {
  readonly idempotency: IdempotencyStore;
  readonly organizations: Pick<OrganizationStore, 'list'>;
  readonly createOrgAsOperator: CreateOrgAsOperator;
  readonly updateOrgAsOperator: UpdateOrgAsOperator;
  readonly listMembersAsOperator: ListMembersAsOperator;
  readonly addMemberAsOperator: AddMemberAsOperator;
  readonly viewMembers: ViewMembers;
}

export function createAdminOrgHandlers(
  options: AdminOrgsOptions,
): Handlers<typeof adminOrgOperations> {
  const { idempotency: store } = options;
  return {
    'GET /api/admin/orgs': async (request, response) => {
      const page = readSortedQuery(orgCursors, validateQuery(orgsQuery, request.query));
      const { items, nextCursor } = await readSortedPage(orgCursors, page, (more) =>
        options.organizations.list(more),
      );
      response.json({ items: items.map(renderAdminOrg), nextCursor });
    },

    'POST /api/admin/orgs': answerOperatorWrite({
      store,
      run: async ({ body, operator, ulid }) => {
        const { name, ownerEmail, slug, ...rest } = validate(createOrgAsOperatorBody, body);
        const wanted = { ulid, name, slug, ownerEmail, terms: readTerms(rest) };
        const { isOwnerInvited, org } = await options.createOrgAsOperator({
          ...wanted,
          actor: toActor(operator),
        });
        return isOwnerInvited
          ? { status: 202, body: { ...renderAdminOrg(org), invited: true } }
          : { status: 201, body: renderAdminOrg(org) };
      },
    }),

    'GET /api/admin/orgs/{id}/members': createListMembersRoute(options),
    'POST /api/admin/orgs/{id}/members': createAddMemberRoute(options),

    'PATCH /api/admin/orgs/{id}': async (request, response) => {
      const body = await readJsonBody(request);
      const { deleted, suspended, ...rest } = validate(updateOrgAsOperatorBody, body);
      const org = await options.updateOrgAsOperator({
        actor: toActor(readOperator(response)),
        orgId: getPathParameter(request, 'id'),
        change: {
          terms: readTerms(rest),
          ...(suspended !== undefined && { isSuspended: suspended }),
          ...(deleted !== undefined && { isDeleted: deleted }),
        },
      });
      response.json(renderAdminOrg(org));
    },
  };
}

function createListMembersRoute(options: AdminOrgsOptions): RequestHandler {
  return async (request, response) => {
    const { requestId } = readOperator(response);
    const target = { orgId: getPathParameter(request, 'id'), requestId };
    const page = readSortedQuery(memberCursors, validateQuery(orgMembersQuery, request.query));
    const { items, nextCursor } = await readSortedPage(memberCursors, page, (more) =>
      options.listMembersAsOperator(target, more),
    );
    response.json({ items: items.map(renderMember), nextCursor });
  };
}

function createAddMemberRoute(options: AdminOrgsOptions): RequestHandler {
  return answerOperatorWrite({
    store: options.idempotency,
    run: async ({ body, id: orgId, operator, ulid }) => {
      const { email, role, teamId = null } = validate(addMemberAsOperatorBody, body);
      const { isOwner = false } = role;
      const member = await options.addMemberAsOperator({
        ...{ actor: toActor(operator), orgId, ulid, email },
        place: { role: role.role, isOwner, teamId, monthlyBudgetNanos: null },
      });
      if (member === undefined) return { status: 202, body: { invited: true } };
      const [view] = await options.viewMembers(orgId, [member], operator.requestId);
      return { status: 201, body: view && renderMember(view) };
    },
  });
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
