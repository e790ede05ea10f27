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

/** An organization from its founding on, with a team, a member and an invitation. */
export function makeOrgRecipes(gateway: Gateway, people: () => OrgPeople): readonly Recipe[] {
  const made: Record<string, string> = {};
  const keep = (name: string) => ({
    after: (answer: ApiAnswer) => void (made[name] = answer.json.id as string),
  });
  const at = (operation: string) => ({
    path: () =>
      (operation.split(' ')[1] ?? '').replace(
        /\{(\w+)\}/g,
        (_, name: string) => made[name] ?? name,
      ),
  });
  const step: Step = (operation, more = {}, values = undefined) =>
    recipe(operation, () => ({ cookie: people().founder.cookie, body: values?.() }), {
      ...at(operation),
      ...more,
    });
  const scopes = [
    '/api/orgs/{orgId}',
    '/api/orgs/{orgId}/teams/{teamId}',
    '/api/orgs/{orgId}/members/{memberId}',
  ];
  return [
    step('POST /api/orgs', keep('orgId')),
    step('GET /v1/orgs'),
    step('GET /v1/orgs/{orgId}'),
    step('PATCH /v1/orgs/{orgId}'),
    step('POST /v1/orgs/{orgId}/teams', keep('teamId')),
    step('GET /v1/orgs/{orgId}/teams'),
    step('PATCH /v1/orgs/{orgId}/teams/{teamId}'),
    step('POST /v1/orgs/{orgId}/members', keep('memberId'), () => ({
      email: people().added.email,
      teamId: made['teamId'],
    })),
    step('GET /v1/orgs/{orgId}/members'),
    step('PATCH /v1/orgs/{orgId}/members/{memberId}'),
    ...scopes.flatMap((scope) => [
      step(`PATCH ${scope}/allowed-models`),
      step(`GET ${scope}/allowed-models`),
      step(`PATCH ${scope}/circuit-breaker`),
      step(`GET ${scope}/circuit-breaker`),
    ]),
    step('PATCH /api/orgs/{orgId}/edu-config'),
    step('GET /api/orgs/{orgId}/edu-config'),
    step('POST /api/orgs/{orgId}/content-filters', keep('ruleId')),
    step('GET /api/orgs/{orgId}/content-filters'),
    step('GET /api/orgs/{orgId}/content-filters/{ruleId}'),
    step('PATCH /api/orgs/{orgId}/content-filters/{ruleId}'),
    step('POST /api/orgs/{orgId}/content-filters/test'),
    step('DELETE /api/orgs/{orgId}/content-filters/{ruleId}'),
    step('POST /api/orgs/{orgId}/keys', keep('id')),
    step('GET /api/orgs/{orgId}/keys'),
    step('PATCH /api/orgs/{orgId}/keys/{id}'),
    step('POST /api/orgs/{orgId}/keys/{id}/rotate'),
    step('DELETE /api/orgs/{orgId}/keys/{id}'),
    ...makeByokRecipes(gateway, people, made),
    ...makeInvitationRecipes(gateway, people, { made, step }),
    step('DELETE /v1/orgs/{orgId}/members/{memberId}'),
    step('DELETE /v1/orgs/{orgId}/teams/{teamId}'),
    step('GET /api/orgs/{orgId}/audit-log'),
    step('GET /api/orgs/{orgId}/refusals'),
    ...makeOperatorRecipes(gateway, people, made),
  ];
}

/** A call of the founder; `values` are put into the published example. */
type Step = (operation: string, more?: Pick<Recipe, 'after'>, values?: () => object) => Recipe;

interface Steps {
  readonly made: Readonly<Record<string, string>>;
  readonly step: Step;
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
    step('POST /api/orgs/{orgId}/invitations', {}, () => ({ email: people().invited.email })),
    step('GET /api/orgs/{orgId}/invitations'),
    recipe(
      'GET /api/invitations/{token}',
      async () => {
        const { cookie, email } = people().invited;
        token = await waitForMailedToken(gateway, email, 'invitations');
        return { cookie };
      },
      { path: () => `/api/invitations/${token}` },
    ),
    recipe(
      'POST /api/invitations/{token}/accept',
      () => Promise.resolve({ cookie: people().invited.cookie }),
      { path: () => `/api/invitations/${token}/accept` },
    ),
    recipe(
      'DELETE /api/orgs/{orgId}/invitations/{id}',
      async () => {
        invitationId = await invite(`nobody-${made['orgId']?.slice(-8) ?? ''}@example.com`);
        return { cookie: people().founder.cookie };
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
  const asOperator = (): ApiCall => ({ bearer: gateway.credentials().adminToken });
  const fill = (values: () => object) => (): ApiCall => ({ ...asOperator(), body: values() });
  let ruleId = '';
  const atRule = { path: () => `/api/admin/moderation/rules/${ruleId}` };
  return [
    recipe('POST /api/admin/moderation/rules', asOperator, {
      after: ({ json }) => void (ruleId = json.id as string),
    }),
    recipe('GET /api/admin/moderation/rules', asOperator),
    recipe('PATCH /api/admin/moderation/rules/{id}', asOperator, atRule),
    recipe('DELETE /api/admin/moderation/rules/{id}', asOperator, atRule),
    recipe('GET /api/admin/moderation/evidence', asOperator),
    recipe('GET /api/admin/orgs', asOperator),
    recipe(
      'POST /api/admin/orgs',
      fill(() => ({ ownerEmail: people().founder.email })),
    ),
    recipe(
      'POST /api/admin/orgs/{id}/members',
      fill(() => ({ email: people().added.email })),
      { path: () => `/api/admin/orgs/${made['orgId'] ?? ''}/members` },
    ),
    recipe('GET /api/admin/orgs/{id}/members', asOperator, {
      path: () => `/api/admin/orgs/${made['orgId'] ?? ''}/members`,
    }),
    recipe('PATCH /api/admin/orgs/{id}', asOperator, {
      path: () => `/api/admin/orgs/${made['orgId'] ?? ''}`,
    }),
  ];
}
