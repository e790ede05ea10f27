import { hashSecret, makeId } from '@tollgate/ids';
import { createInstitutionKey, type Institution } from './institutions';
import { join, type Member } from './organizations';
import type { AuthUnderTest } from './start-auth';

/** An active session that did not need a mailed code. */
export interface StoredSession {
  readonly id: string;
  readonly keyId: string;
  readonly email: string;
}

export async function storeSession(
  auth: AuthUnderTest,
  { domain, orgId }: Institution,
  keyId: string,
  email = `${makeId('user').toLowerCase()}@${domain}`,
): Promise<StoredSession> {
  const id = makeId('institutionSession');
  await auth.sql.query(
    `INSERT INTO institution_sessions
       (id, org_id, key_id, email, token_hash, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, now(), now() + interval '1 day')`,
    [id, orgId, keyId, email, hashSecret(id)],
  );
  return { id, keyId, email };
}

export interface Teacher extends Member {
  /** Statuses and bodies of the routes for teachers. */
  readonly listIds: (query?: string) => Promise<readonly string[]>;
  readonly end: (sessionId: string) => Promise<number>;
  readonly revoke: (body: object) => Promise<number>;
}

export async function joinTeacher(
  auth: AuthUnderTest,
  { org, orgId }: Pick<Institution, 'org' | 'orgId'>,
): Promise<Teacher> {
  const member = await join(auth, org, 'teacher');
  const path = `/api/orgs/${orgId}/edu-sessions`;
  const { caller } = member;
  return {
    ...member,
    listIds: async (query = '') => {
      const { body } = await auth.send('get', path + query, caller).expect(200);
      return (body.sessions as readonly StoredSession[]).map(({ id }) => id);
    },
    end: async (sessionId) => (await auth.send('delete', `${path}/${sessionId}`, caller)).status,
    revoke: async (body) => {
      const answer = await auth.send('post', `${path}/revoke`, caller).send(body).expect(200);
      return answer.body.revoked as number;
    },
  };
}

export async function openClass(auth: AuthUnderTest, school: Institution): Promise<string> {
  return (await createInstitutionKey(auth, school)).keyId;
}

/** The status of giving a class to a member. */
export const assign = createTeacherCall('put');
/** The status of taking a class from a member. */
export const unassign = createTeacherCall('delete');

function createTeacherCall(method: 'put' | 'delete') {
  return async (
    auth: AuthUnderTest,
    { admin, orgId }: Institution,
    keyId: string,
    memberId: string,
  ): Promise<number> => {
    const path = `/api/orgs/${orgId}/edu-keys/${keyId}/teachers/${memberId}`;
    return (await auth.send(method, path, admin.caller)).status;
  };
}
