import type { z } from 'zod';
import { formatTime, type Handlers, readJsonBody, validate } from '@tollgate/http';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getAnyRequester, getOrgRequest, getPerson } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import type { CreateOrg } from './create-org';
import type { GetOrg, ListOrgs, OrgDetail } from './get-org';
import {
  createOrgBody,
  type orgOperations,
  type orgSchema,
  updateOrgBody,
} from './orgs.operations';
import type { UpdateOrg } from './update-org';

export interface OrgsOptions {
  readonly idempotency: IdempotencyStore;
  readonly listOrgs: ListOrgs;
  readonly createOrg: CreateOrg;
  readonly getOrg: GetOrg;
  readonly updateOrg: UpdateOrg;
}

export function createOrgHandlers(options: OrgsOptions): Handlers<typeof orgOperations> {
  const { createOrg, getOrg, idempotency: store } = options;
  return {
    'GET /v1/orgs': async (_request, response) => {
      const found = await options.listOrgs(getAnyRequester(response));
      const organizations = found.map(({ balanceNanos, membership }) => ({
        id: membership.orgId,
        name: membership.orgName,
        role: membership.role,
        joinedAt: formatTime(membership.joinedAt),
        creditBalance: toUsd(balanceNanos),
      }));
      response.json({ organizations });
    },

    'POST /api/orgs': async (request, response) => {
      const requester = getPerson(response);
      const { actor } = requester;
      const run = async (body: unknown, ulid: string) => {
        const { name, slug } = validate(createOrgBody, body);
        const owner = { actor, action: 'org.create', ownerId: actor.userId } as const;
        const org = await createOrg({ ...owner, ulid, name, slug });
        return { status: 201, body: renderOrg(await getOrg({ requester, orgId: org.id })) };
      };
      await answerOnce({ store, request, response, account: actor.userId, run });
    },

    'GET /v1/orgs/{orgId}': async (request, response) => {
      response.json(renderOrg(await getOrg(getOrgRequest(request, response))));
    },

    'PATCH /v1/orgs/{orgId}': async (request, response) => {
      const target = getOrgRequest(request, response);
      const body = await readJsonBody(request);
      const { name, settings = {} } = validate(updateOrgBody, body);
      const { monthlyBudgetUsd, weeklyBudgetUsd } = settings;
      await options.updateOrg(target, {
        ...(name !== undefined && { name }),
        ...(weeklyBudgetUsd !== undefined && { weeklyBudgetNanos: weeklyBudgetUsd }),
        ...(monthlyBudgetUsd !== undefined && { monthlyBudgetNanos: monthlyBudgetUsd }),
      });
      response.json(renderOrg(await getOrg(target)));
    },
  };
}

function renderOrg({ members, org, teams, wallet }: OrgDetail): z.input<typeof orgSchema> {
  return {
    id: org.id,
    name: org.name,
    slug: org.slug,
    plan: org.plan,
    billingMode: org.billingMode,
    seats: org.seats,
    seatsUsed: members,
    credits: {
      balance: toUsd(wallet.balanceNanos),
      totalCredits: toUsd(wallet.totalCreditsNanos),
      totalUsage: toUsd(wallet.totalUsageNanos),
    },
    creditLineUsd: toUsd(org.creditLineNanos),
    settings: {
      weeklyBudgetUsd: toUsd(org.weeklyBudgetNanos),
      monthlyBudgetUsd: toUsd(org.monthlyBudgetNanos),
    },
    teamCount: teams,
    memberCount: members,
    createdAt: formatTime(org.createdAt),
  };
}
