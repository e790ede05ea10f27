import type { ApiCall } from './api-call';
import type { Gateway } from './gateway';
import type { OrgPeople } from './org-recipes';
import { recipe, type Recipe } from './recipe';

/** No server listens there: an unreachable provider is not an invalid key. */
const nobody = 'http://127.0.0.1:9/v1';

/** Provider keys of an organization, by a management key of its own. */
export function makeByokRecipes(
  gateway: Gateway,
  people: () => OrgPeople,
  made: Readonly<Record<string, string>>,
): readonly Recipe[] {
  let bearer = '';
  let byokId = '';
  const asManager = (): ApiCall => ({ bearer });
  const at = { path: () => `/v1/management/byok-keys/${byokId}` };
  return [
    recipe(
      'POST /v1/management/byok-keys',
      async () => {
        const { json } = await gateway.call(`/api/orgs/${made['orgId'] ?? ''}/keys`, {
          cookie: people().founder.cookie,
          body: { name: 'manager', keyType: 'management' },
        });
        bearer = json.key as string;
        return { bearer, body: { baseUrl: nobody } };
      },
      { after: ({ json }) => void (byokId = json.id as string) },
    ),
    recipe('GET /v1/management/byok-keys', asManager),
    recipe('GET /v1/management/byok-keys/{id}', asManager, at),
    recipe('PATCH /v1/management/byok-keys/{id}', asManager, at),
    recipe('DELETE /v1/management/byok-keys/{id}', asManager, at),
  ];
}
