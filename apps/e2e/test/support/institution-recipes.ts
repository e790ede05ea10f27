import type { ApiCall } from './api-call';
import type { Gateway } from './gateway';
import {
  addTeacher,
  makeEmail,
  openInstitution,
  requestCode,
  signIn,
  waitForMailedCode,
  type Institution,
} from './institutions';
import { recipe, type Recipe } from './recipe';

/** How people get into an institution, and how it manages that. */
export function makeInstitutionRecipes(gateway: Gateway): readonly Recipe[] {
  let school: Institution | undefined;
  let sessionId = '';
  let teacherId = '';
  const open = async (): Promise<Institution> => (school ??= await openInstitution(gateway));
  const asFounder = async (): Promise<ApiCall> => ({ cookie: (await open()).founder.cookie });
  const at = (rest: () => string) => ({ path: () => `/api/orgs/${school?.orgId ?? ''}/${rest()}` });
  return [
    recipe('POST /api/edu/request-code', async () => {
      const institution = await open();
      return { body: { key: institution.key, email: makeEmail(institution) } };
    }),
    recipe('POST /api/edu/verify', async () => {
      const institution = await open();
      const { key } = institution;
      const email = makeEmail(institution);
      await requestCode(gateway, { key, email });
      return { body: { key, email, code: await waitForMailedCode(gateway, email) } };
    }),
    recipe(
      'POST /api/orgs/{orgId}/edu-keys',
      asFounder,
      at(() => 'edu-keys'),
    ),
    recipe(
      'GET /api/orgs/{orgId}/edu-keys',
      asFounder,
      at(() => 'edu-keys'),
    ),
    recipe(
      'PATCH /api/orgs/{orgId}/edu-keys/{keyId}',
      asFounder,
      at(() => `edu-keys/${school?.keyId ?? ''}`),
    ),
    recipe(
      'PUT /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}',
      async () => {
        teacherId = (await addTeacher(gateway, await open())).memberId;
        return asFounder();
      },
      at(() => `edu-keys/${school?.keyId ?? ''}/teachers/${teacherId}`),
    ),
    recipe(
      'GET /api/orgs/{orgId}/edu-classes',
      asFounder,
      at(() => 'edu-classes'),
    ),
    recipe(
      'DELETE /api/orgs/{orgId}/edu-keys/{keyId}/teachers/{memberId}',
      asFounder,
      at(() => `edu-keys/${school?.keyId ?? ''}/teachers/${teacherId}`),
    ),
    recipe('GET /api/orgs/{orgId}/edu-sessions', asFounder, {
      ...at(() => 'edu-sessions'),
      after: ({ json }) => void (sessionId = json.sessions[0].id as string),
    }),
    recipe(
      'DELETE /api/orgs/{orgId}/edu-sessions/{id}',
      asFounder,
      at(() => `edu-sessions/${sessionId}`),
    ),
    recipe(
      'POST /api/orgs/{orgId}/edu-sessions/revoke',
      async () => {
        await signIn(gateway, await open());
        return asFounder();
      },
      at(() => 'edu-sessions/revoke'),
    ),
    recipe(
      'DELETE /api/orgs/{orgId}/edu-keys/{keyId}',
      asFounder,
      at(() => `edu-keys/${school?.keyId ?? ''}`),
    ),
  ];
}
