import type { Account } from './accounts';
import type { ApiAnswer, ApiCall } from './api-call';
import { makeByokRecipes } from './byok-recipes';
import type { Gateway } from './gateway';
import { waitForMailedToken } from './mails';
import { recipe, type Recipe } from './recipe';

/** Who founds the organization, who is added to it, and who is invited. */
export interface OrgPeople {
  readonly founder: Account;
  readonly added: Account;
  readonly invited: Account;
}

const rule = { name: 'No dancing', kind: 'keyword', keywords: ['tango'], action: 'redact' };

/** An organization from its founding on, with a team, a member and an invitation. */
export function makeOrgRecipes(gateway: Gateway, people: () => OrgPeople): readonly Recipe[] {
  const made: Record<string, string> = {};
  const keep = (name: string) => ({
    after: (answer: ApiAnswer) => void (made[name] = answer.json.id as string),
  });
  const send = (method: NonNullable<ApiCall['method']>, body?: () => object) => (): ApiCall => ({
    cookie: people().founder.cookie,
    method,
    ...(body === undefined ? {} : { body: body() }),
  });
  const at = (operation: string) => ({
    path: () =>
      (operation.split(' ')[1] ?? '').replace(
        /\{(\w+)\}/g,
        (_, name: string) => made[name] ?? name,
      ),
  });
  const step = (
    operation: string,
    body?: () => object,
    more: Pick<Recipe, 'after'> = {},
  ): Recipe => {
    const method = operation.split(' ')[0] as NonNullable<ApiCall['method']>;
    return recipe(operation, send(method, body), { ...at(operation), ...more });
  };
  const scopes = [
    '/api/orgs/{orgId}',
    '/api/orgs/{orgId}/teams/{teamId}',
    '/api/orgs/{orgId}/members/{memberId}',
  ];
  return [
    step('POST /api/orgs', () => ({ name: 'Documented' }), keep('orgId')),
    step('GET /v1/orgs'),
    step('GET /v1/orgs/{orgId}'),
    step('PATCH /v1/orgs/{orgId}', () => ({ settings: { monthlyBudgetUsd: 400 } })),
    step('POST /v1/orgs/{orgId}/teams', () => ({ name: 'R&D' }), keep('teamId')),
    step('GET /v1/orgs/{orgId}/teams'),
    step('PATCH /v1/orgs/{orgId}/teams/{teamId}', () => ({ costCenterCode: 'RD-1' })),
    step(
      'POST /v1/orgs/{orgId}/members',
      () => ({ email: people().added.email, teamId: made['teamId'], monthlyBudget: 50 }),
      keep('memberId'),
    ),
    step('GET /v1/orgs/{orgId}/members'),
    step('PATCH /v1/orgs/{orgId}/members/{memberId}', () => ({ role: 'team_admin' })),
    ...scopes.flatMap((scope) => [
      step(`PATCH ${scope}/allowed-models`, () => ({ allowedModels: ['simulator/*'] })),
      step(`GET ${scope}/allowed-models`),
      step(`PATCH ${scope}/circuit-breaker`, () => ({ cbEnabled: true, cbMinuteUsd: 4 })),
      step(`GET ${scope}/circuit-breaker`),
    ]),
    step('PATCH /api/orgs/{orgId}/edu-config', () => ({
      eduConfig: { allowedDomains: ['uni.edu'] },
    })),
    step('GET /api/orgs/{orgId}/edu-config'),
    step('POST /api/orgs/{orgId}/content-filters', () => rule, keep('ruleId')),
    step('GET /api/orgs/{orgId}/content-filters'),
    step('GET /api/orgs/{orgId}/content-filters/{ruleId}'),
    step('PATCH /api/orgs/{orgId}/content-filters/{ruleId}', () => ({ action: 'flag' })),
    step('POST /api/orgs/{orgId}/content-filters/test', () => ({ text: 'a tango' })),
    step('DELETE /api/orgs/{orgId}/content-filters/{ruleId}'),
    step('POST /api/orgs/{orgId}/keys', () => ({ name: 'ci', keyType: 'standard' }), keep('id')),
    step('GET /api/orgs/{orgId}/keys'),
    step('PATCH /api/orgs/{orgId}/keys/{id}', () => ({ enabled: false })),
    step('DELETE /api/orgs/{orgId}/keys/{id}'),
    ...makeByokRecipes(gateway, people, made),
    ...makeInvitationRecipes(gateway, people, { made, step }),
    step('DELETE /v1/orgs/{orgId}/members/{memberId}'),
    step('DELETE /v1/orgs/{orgId}/teams/{teamId}'),
    step('GET /api/orgs/{orgId}/audit-log'),
    ...makeOperatorRecipes(gateway, people, made),
  ];
}

interface Steps {
  readonly made: Readonly<Record<string, string>>;
  readonly step: (operation: string, body?: () => object, more?: Pick<Recipe, 'after'>) => Recipe;
}

function makeInvitationRecipes(
  gateway: Gateway,
  people: () => OrgPeople,
  { made, step }: Steps,
): readonly Recipe[] {
  const invite = async (email: string): Promise<string> => {
    const { json } = await gateway.call(`/api/orgs/${made['orgId'] ?? ''}/invitations`, {
      cookie: people().founder.cookie,
      body: { email },
    });
    return json.id as string;
  };
  let invitationId = '';
  let token = '';
  return [
    step('POST /api/orgs/{orgId}/invitations', () => ({ email: people().invited.email })),
    step('GET /api/orgs/{orgId}/invitations'),
    recipe(
      'POST /api/invitations/{token}/accept',
      async () => {
        const { cookie, email } = people().invited;
        token = await waitForMailedToken(gateway, email, 'invitations');
        return { method: 'POST', cookie };
      },
      { path: () => `/api/invitations/${token}/accept` },
    ),
    recipe(
      'DELETE /api/orgs/{orgId}/invitations/{id}',
      async () => {
        invitationId = await invite(`nobody-${made['orgId']?.slice(-8) ?? ''}@example.com`);
        return { method: 'DELETE', cookie: people().founder.cookie };
      },
      { path: () => `/api/orgs/${made['orgId'] ?? ''}/invitations/${invitationId}` },
    ),
  ];
}

function makeOperatorRecipes(
  gateway: Gateway,
  people: () => OrgPeople,
  made: Readonly<Record<string, string>>,
): readonly Recipe[] {
  const operate = (method: NonNullable<ApiCall['method']>, body?: () => object) => (): ApiCall => ({
    bearer: gateway.credentials().adminToken,
    method,
    ...(body === undefined ? {} : { body: body() }),
  });
  let ruleId = '';
  const atRule = { path: () => `/api/admin/moderation/rules/${ruleId}` };
  return [
    recipe(
      'POST /api/admin/moderation/rules',
      operate('POST', () => ({
        name: 'No such word',
        kind: 'keyword',
        keywords: ['documentedtangoword'],
        category: 'violence',
      })),
      { after: ({ json }) => void (ruleId = json.id as string) },
    ),
    recipe('GET /api/admin/moderation/rules', operate('GET')),
    recipe(
      'PATCH /api/admin/moderation/rules/{id}',
      operate('PATCH', () => ({ enabled: false })),
      atRule,
    ),
    recipe('DELETE /api/admin/moderation/rules/{id}', operate('DELETE'), atRule),
    recipe('GET /api/admin/moderation/evidence', operate('GET')),
    recipe('GET /api/admin/orgs', operate('GET')),
    recipe(
      'POST /api/admin/orgs',
      operate('POST', () => ({ name: 'For them', ownerEmail: people().founder.email })),
    ),
    recipe(
      'POST /api/admin/orgs/{id}/members',
      operate('POST', () => ({ email: people().added.email, role: 'org_admin' })),
      { path: () => `/api/admin/orgs/${made['orgId'] ?? ''}/members` },
    ),
    recipe(
      'PATCH /api/admin/orgs/{id}',
      operate('PATCH', () => ({ seats: 20 })),
      {
        path: () => `/api/admin/orgs/${made['orgId'] ?? ''}`,
      },
    ),
  ];
}
