import { randomBytes } from 'node:crypto';
import { textField, type ApiClient, type StackCredentials } from '@tollgate/embedded';
import type { Program } from './plan-day';
import { ownPrograms, teamPrograms } from './programs';
import { signIn, type SessionHeaders } from './sign-in';

/** Programs with the key that each of them calls with. */
export interface Caller {
  readonly key: string;
  readonly programs: readonly Program[];
}

const firstNames = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald'];
const teamBudgetUsd = 250;
const grantUsd = 400;
const keyCapUsd = 50;
const verified = { emailVerified: true };

/** What the demo needs before its first day: people, teams, keys, rules and credit. */
export async function setUp(
  call: ApiClient,
  credentials: StackCredentials,
): Promise<readonly Caller[]> {
  const { adminToken, demo, org } = credentials;
  if (demo === undefined || org === undefined) throw new Error('the stack has no demo account');
  const { email, password } = demo;
  const headers = await signIn(call, '/api/auth/login', { email, password });
  const operator = { authorization: `Bearer ${adminToken}` };
  await call({
    method: 'PATCH',
    path: `/api/admin/users/${demo.userId}`,
    headers: operator,
    body: { role: 'operator', ...verified },
  });
  for (const wallet of [{ userId: demo.userId }, { orgId: org.id }]) {
    const body = { ...wallet, amountUsd: grantUsd, reason: 'credit for a month of demo traffic' };
    await call({ path: '/api/admin/credits/grants', headers: operator, body });
  }
  await call({
    path: `/api/orgs/${org.id}/content-filters`,
    headers,
    body: { name: 'Card numbers', kind: 'template', template: 'credit_card', action: 'redact' },
  });
  const own = await makeOwnCallers(call, headers);
  const teams = Object.entries(teamPrograms);
  const callers = await Promise.all(
    teams.map(([name, programs], index) =>
      makeTeam(call, { headers, operator, orgId: org.id, name, programs, index }),
    ),
  );
  return [...own, ...callers.flat()];
}

async function makeOwnCallers(
  call: ApiClient,
  headers: SessionHeaders,
): Promise<readonly Caller[]> {
  return Promise.all(
    ownPrograms.map(async (program) => {
      const body = { name: program.name, spendLimitUsd: keyCapUsd, spendLimitPeriod: 'month' };
      const made = await call({ path: '/api/account/keys', headers, body });
      return { key: textField(made.body, 'key'), programs: [program] };
    }),
  );
}

interface TeamOptions {
  readonly headers: SessionHeaders;
  readonly operator: { readonly authorization: string };
  readonly orgId: string;
  readonly name: string;
  readonly programs: readonly Program[];
  readonly index: number;
}

/** A team with a budget and two members, each with a key of its own. */
async function makeTeam(call: ApiClient, options: TeamOptions): Promise<readonly Caller[]> {
  const { headers, index, name, operator, orgId, programs } = options;
  const team = await call({
    path: `/v1/orgs/${orgId}/teams`,
    headers,
    body: { name, monthlyBudget: teamBudgetUsd, costCenterCode: `CC-${index + 1}00` },
  });
  const teamId = textField(team.body, 'id');
  const names = firstNames.slice(index * 2, index * 2 + 2);
  return Promise.all(
    names.map(async (firstName, position) => {
      const email = `${firstName.toLowerCase()}@tollgate.local`;
      const password = randomBytes(18).toString('base64url');
      await addVerifiedUser(call, operator, { email, password, name: firstName });
      const role = position === 0 ? 'team_admin' : 'member';
      const member = await call({
        path: `/v1/orgs/${orgId}/members`,
        headers,
        body: { email, role, teamId },
      });
      const memberId = textField(member.body, 'id');
      const made = await call({
        path: `/api/orgs/${orgId}/keys`,
        headers,
        body: { name: `${firstName}: ${name}`, teamId, memberId },
      });
      return { key: textField(made.body, 'key'), programs };
    }),
  );
}

async function addVerifiedUser(
  call: ApiClient,
  operator: TeamOptions['operator'],
  account: { readonly email: string; readonly password: string; readonly name: string },
): Promise<void> {
  const headers = await signIn(call, '/api/auth/signup', account);
  const { body } = await call({ path: '/api/account', headers });
  const userId = textField(body['user'] as Record<string, unknown>, 'id');
  await call({
    method: 'PATCH',
    path: `/api/admin/users/${userId}`,
    headers: operator,
    body: verified,
  });
}
