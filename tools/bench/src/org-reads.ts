import { Secret } from '@tollgate/config';
import { OrgBillingServiceClient } from '@tollgate/contracts';
import { withClient } from '@tollgate/embedded';
import type { CallerIdentity } from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { callUnary, createGrpcClient } from '@tollgate/rpc';
import { makeLeadId } from './bench-orgs';
import { serviceSecret, type Billing, type Stores } from './billing-under-test';
import {
  callQueries,
  memberSeriesQueries,
  orgSeriesQueries,
  teamSeriesQueries,
  type CallsSample,
} from './calls-and-series';
import { readAs } from './read-as';
import { largeOrg } from './usage-rows';

export interface OrgSample extends CallsSample {
  readonly orgId: string;
  readonly memberId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly year: number;
  readonly month: number;
}

type OrgRead = (sample: OrgSample) => Promise<void>;

const grpcDeadlineMs = 10_000;
const dayMs = 86_400_000;

/** Members of organizations; half of them are of the largest one. */
export async function pickOrgSamples(stores: Stores, count: number): Promise<OrgSample[]> {
  return withClient(stores.billingUrl, async (client) => {
    const { rows } = await client.query<OrgSample>(
      `WITH members AS (
         SELECT wallet_id, member_id, max(month) AS month,
                row_number() OVER (PARTITION BY wallet_id = '${largeOrg}' ORDER BY md5(member_id))
                  AS place
           FROM org_usage_monthly WHERE month >= date_trunc('month', now() - interval '1 month')
          GROUP BY 1, 2)
       SELECT wallet_id AS "orgId", member_id AS "memberId", team_id AS "teamId",
              user_id AS "userId", key_id AS "keyId", model, 'acme/none' AS "unusedModel", ulid,
              extract(year FROM month)::int AS year, extract(month FROM month)::int AS month
         FROM members
        CROSS JOIN LATERAL (SELECT user_id, key_id, team_id FROM usage_daily AS days
                             WHERE days.wallet_id = members.wallet_id AND member_id <> ''
                               AND days.member_id = members.member_id LIMIT 1) AS member
        CROSS JOIN LATERAL (SELECT ulid, model FROM generations
                             WHERE generations.wallet_id = members.wallet_id
                               AND created_at >= now() - interval '200 days'
                             ORDER BY created_at OFFSET place LIMIT 1) AS call
        ORDER BY place LIMIT ${count}`,
    );
    return rows;
  });
}

export function makeOrgReads(billing: Billing): Record<string, OrgRead> {
  const as =
    (makeCaller: (of: OrgSample) => Partial<CallerIdentity>) =>
    (path: (of: OrgSample) => string): OrgRead =>
    (of) =>
      readAs(billing, path(of), makeCaller(of));
  const asMember = as(({ memberId, orgId, userId }) => ({
    userId,
    walletId: orgId,
    org: { orgId, teamId: '', memberId },
  }));
  const asAdmin = as(({ userId }) => ({
    kind: 'session',
    sessionId: 'sess_bench',
    userId,
    walletId: userId,
  }));
  const asTeamAdmin = as(({ teamId }) => ({
    kind: 'session',
    sessionId: 'sess_bench',
    userId: makeLeadId(teamId),
    walletId: makeLeadId(teamId),
  }));
  const reads: Record<string, OrgRead> = {
    ...makeReportReads(billing),
    'usage of a member, month': asMember(() => '/v1/usage'),
    'insights of a member, 7 days': asMember(() => '/v1/insights'),
    'usage of the platform, 30 days': () => {
      const from = new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10);
      return readAs(billing, `/api/admin/usage?from=${from}`, { kind: 'operator' });
    },
    'organization, calls of a team': asAdmin(
      ({ orgId, teamId }) => `/api/orgs/${orgId}/calls?team_id=${teamId}`,
    ),
    'organization, calls of a member': asAdmin(
      (of) => `/api/orgs/${of.orgId}/calls?member_id=${of.memberId}`,
    ),
  };
  for (const [name, query] of Object.entries(callQueries)) {
    reads[`member, ${name}`] = asMember((of) => `/api/calls${query(of)}`);
    reads[`organization, ${name}`] = asAdmin((of) => `/api/orgs/${of.orgId}/calls${query(of)}`);
  }
  for (const [name, query] of Object.entries(memberSeriesQueries)) {
    reads[`member, ${name}`] = asMember(() => `/api/series${query()}`);
  }
  for (const [name, query] of Object.entries(orgSeriesQueries)) {
    reads[`organization, ${name}`] = asAdmin((of) => `/api/orgs/${of.orgId}/series${query()}`);
  }
  for (const [name, query] of Object.entries(teamSeriesQueries)) {
    reads[`team, ${name}`] = asTeamAdmin((of) => `/api/orgs/${of.orgId}/series${query()}`);
  }
  return reads;
}

function makeReportReads(billing: Billing): Record<string, OrgRead> {
  const client = createGrpcClient(OrgBillingServiceClient, {
    address: billing.grpcAddress,
    credential: { secret: new Secret(serviceSecret) },
    logger: silentLogger,
  });
  const options = { deadlineMs: grpcDeadlineMs };
  const ask = (call: (of: OrgSample) => Promise<unknown>) => async (of: OrgSample) =>
    void (await call(of));
  return {
    'organization, overview': ask((of) =>
      callUnary(client.getOrgOverview.bind(client), of, options),
    ),
    'organization, by team': ask((of) => callUnary(client.listTeamSpend.bind(client), of, options)),
    'organization, by model': ask((of) =>
      callUnary(client.listModelSpend.bind(client), of, options),
    ),
    'organization, by member': ask((of) =>
      callUnary(client.listMemberSpend.bind(client), of, options),
    ),
  };
}
