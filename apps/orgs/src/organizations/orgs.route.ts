import { formatTime, readJsonBody, validate } from '@tollgate/http';
import type { RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { answerOnce, type IdempotencyStore } from '@tollgate/idempotency';
import { getAnyRequester, getOrgRequest, getPerson } from '../shared/requester.http';
import { toUsd } from '../shared/usd';
import type { CreateOrg } from './create-org';
import type { GetOrg, OrgDetail } from './get-org';
import type { ListOrgs } from './list-orgs';
import { createOrgBody, updateOrgBody, type orgSchema } from './orgs.operations';
import type { UpdateOrg } from './update-org';

/** GET /v1/orgs */
export function listOrgsRoute(listOrgs: ListOrgs): RequestHandler {
  return async (_request, response) => {
    const found = await listOrgs(getAnyRequester(response));
    const organizations = found.map(({ balanceNanos, membership }) => ({
      id: membership.orgId,
      name: membership.orgName,
      role: membership.role,
      joinedAt: formatTime(membership.joinedAt),
      creditBalance: toUsd(balanceNanos),
    }));
    response.json({ organizations });
  };
}

/** POST /api/orgs */
export function createOrgRoute(
  createOrg: CreateOrg,
  getOrg: GetOrg,
  store: IdempotencyStore,
): RequestHandler {
  return async (request, response) => {
    const requester = getPerson(response);
    const { userId: ownerId } = requester.actor;
    await answerOnce({
      store,
      request,
      response,
      account: ownerId,
      run: async (body, ulid) => {
        const { name, slug } = validate(createOrgBody, body);
        const { actor } = requester;
        const org = await createOrg({ actor, action: 'org.create', ulid, name, slug, ownerId });
        const detail = await getOrg({ requester, orgId: org.id });
        return { status: 201, body: renderOrg(detail) };
      },
    });
  };
}

/** GET /v1/orgs/{orgId} */
export function getOrgRoute(getOrg: GetOrg): RequestHandler {
  return async (request, response) => {
    await answerOrg(response, () => getOrg(getOrgRequest(request, response)));
  };
}

/** PATCH /v1/orgs/{orgId} */
export function updateOrgRoute(updateOrg: UpdateOrg, getOrg: GetOrg): RequestHandler {
  return async (request, response) => {
    const target = getOrgRequest(request, response);
    const body = await readJsonBody(request);
    const { name, settings = {} } = validate(updateOrgBody, body);
    const { monthlyBudgetUsd, weeklyBudgetUsd } = settings;
    await updateOrg(target, {
      ...(name !== undefined && { name }),
      ...(weeklyBudgetUsd !== undefined && { weeklyBudgetNanos: weeklyBudgetUsd }),
      ...(monthlyBudgetUsd !== undefined && { monthlyBudgetNanos: monthlyBudgetUsd }),
    });
    await answerOrg(response, () => getOrg(target));
  };
}

async function answerOrg(response: Response, read: () => Promise<OrgDetail>): Promise<void> {
  response.json(renderOrg(await read()));
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
