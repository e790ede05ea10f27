import { makeId } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { openInstitution, type Institution } from '../support/institutions';
import { createOrgKey, join } from '../support/organizations';
import { startAuth, type AuthUnderTest } from '../support/start-auth';
import { assign, joinTeacher, openClass, storeSession, unassign } from '../support/teachers';

let auth: AuthUnderTest;
let school: Institution;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  school = await openInstitution(auth);
});

const path = (rest: string) => `/api/orgs/${school.orgId}/${rest}`;

async function dropMember(memberId: string): Promise<void> {
  const call = auth.directory.disableOrgKeys.bind(auth.directory);
  const place = { orgId: school.orgId, memberId, teamId: '', requestId: 'req_1' };
  await callUnary(call, place, { deadlineMs: 20_000 });
}

async function listTeacherIds(keyId: string): Promise<readonly string[]> {
  const { body } = await auth.send('get', path('edu-keys'), school.admin.caller).expect(200);
  const keys = body.keys as readonly { id: string; teacherIds: readonly string[] }[];
  return keys.find(({ id }) => id === keyId)?.teacherIds ?? [];
}

describe('a class', () => {
  it('is given to teachers and taken from them by an org_admin', async () => {
    const [ada, bob] = [await joinTeacher(auth, school), await joinTeacher(auth, school)];
    const { keyId } = school;
    expect(await assign(auth, school, keyId, ada.memberId)).toBe(204);
    expect(await assign(auth, school, keyId, bob.memberId)).toBe(204);
    expect(await assign(auth, school, keyId, ada.memberId)).toBe(204);
    expect(await listTeacherIds(keyId)).toEqual([ada.memberId, bob.memberId]);
    expect(await unassign(auth, school, keyId, ada.memberId)).toBe(204);
    expect(await unassign(auth, school, keyId, ada.memberId)).toBe(404);
    expect(await listTeacherIds(keyId)).toEqual([bob.memberId]);
    const read = () =>
      auth.auditEvents
        .filter(({ action, orgId }) => action.startsWith('edu.teacher') && orgId === school.orgId)
        .map(({ action, target }) => [action, target?.id]);
    await waitUntil(() => read().length >= 3, { timeoutMs: 30_000 });
    expect(read()).toEqual([
      ['edu.teacher.assigned', keyId],
      ['edu.teacher.assigned', keyId],
      ['edu.teacher.removed', keyId],
    ]);
  });

  it('is not given to other roles, former members, or with a key of another institution', async () => {
    const teacher = await joinTeacher(auth, school);
    const member = await join(auth, school.org, 'member');
    const other = await openInstitution(auth);
    const foreign = await joinTeacher(auth, other);
    for (const memberId of [member.memberId, school.admin.memberId, foreign.memberId, 'mem_x']) {
      expect(await assign(auth, school, school.keyId, memberId)).toBe(400);
    }
    expect(await assign(auth, school, school.keyId, '%00')).toBe(400);
    expect(await unassign(auth, school, school.keyId, '%00')).toBe(404);
    for (const keyId of [other.keyId, makeId('institutionKey'), 'x']) {
      expect(await assign(auth, school, keyId, teacher.memberId)).toBe(404);
      expect(await unassign(auth, school, keyId, teacher.memberId)).toBe(404);
    }
    school.org.members.delete(teacher.memberId);
    expect(await assign(auth, school, school.keyId, teacher.memberId)).toBe(400);
  });

  it('has at most 50 teachers, also when they are assigned at once', async () => {
    const { keyId, org } = school;
    const ids = Array.from(
      { length: 52 },
      (_, index) => auth.orgs.addMember(org, `user_t${index}`, 'teacher').memberId,
    );
    const statuses = await Promise.all(ids.map((id) => assign(auth, school, keyId, id)));
    expect(statuses.filter((status) => status === 204)).toHaveLength(50);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    expect(await listTeacherIds(keyId)).toHaveLength(50);
  });

  it('is assigned once by concurrent requests', async () => {
    const { memberId } = await joinTeacher(auth, school);
    const ask = () => assign(auth, school, school.keyId, memberId);
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual([204, 204, 204, 204]);
    expect(await listTeacherIds(school.keyId)).toEqual([memberId]);
  });
});

/** In the order of a list: ids of the same millisecond are in no order of time. */
const newestFirst = (sessions: readonly { readonly id: string }[]): readonly string[] =>
  sessions
    .map(({ id }) => id)
    .toSorted()
    .toReversed();

describe('a teacher', () => {
  it('lists its classes with their active sessions, and none without classes', async () => {
    const teacher = await joinTeacher(auth, school);
    const otherId = await openClass(auth, school);
    await storeSession(auth, school, school.keyId);
    await storeSession(auth, school, otherId);
    const list = async () =>
      (await auth.send('get', path('edu-classes'), teacher.caller).expect(200)).body.classes;
    expect(await list()).toEqual([]);
    expect(await teacher.listIds()).toEqual([]);
    expect(await teacher.revoke({ all: true })).toBe(0);
    await assign(auth, school, school.keyId, teacher.memberId);
    expect(await list()).toEqual([
      { id: school.keyId, name: 'campus', enabled: true, expiresAt: null, activeSessions: 1 },
    ]);
    const admin = await auth.send('get', path('edu-classes'), school.admin.caller);
    expect(admin.body.classes).toHaveLength(2);
  });

  it('sees and ends the sessions of its classes, and of no others', async () => {
    const teacher = await joinTeacher(auth, school);
    const otherId = await openClass(auth, school);
    await assign(auth, school, school.keyId, teacher.memberId);
    const own = [];
    for (let index = 0; index < 4; index++) {
      own.push(await storeSession(auth, school, school.keyId));
    }
    const [first, second] = own;
    const shared = second?.email ?? '';
    const foreign = [
      await storeSession(auth, school, otherId),
      await storeSession(auth, school, otherId, shared),
    ];
    expect(await teacher.listIds()).toEqual(newestFirst(own));
    expect(await teacher.listIds(`?email=${shared}`)).toEqual([second?.id]);
    expect(await teacher.listIds(`?keyId=${school.keyId}`)).toHaveLength(4);
    expect(await teacher.listIds(`?keyId=${otherId}`)).toEqual([]);

    expect(await teacher.end(first?.id ?? '')).toBe(204);
    expect(await teacher.end(first?.id ?? '')).toBe(404);
    for (const { id } of foreign) expect(await teacher.end(id)).toBe(404);
    expect(await teacher.revoke({ keyId: otherId })).toBe(0);
    expect(await teacher.revoke({ email: shared })).toBe(1);
    expect(await teacher.revoke({ all: true })).toBe(2);
    const left = await auth.send('get', path('edu-sessions?status=active'), school.admin.caller);
    const leftIds = (left.body.sessions as { id: string }[]).map(({ id }) => id);
    expect(leftIds).toEqual(newestFirst(foreign));
    const isRecorded = () =>
      auth.auditEvents.filter(
        ({ action, actor }) => action === 'edu.session.revoked' && actor?.id === teacher.userId,
      ).length === 3;
    await waitUntil(isRecorded, { timeoutMs: 30_000 });
  });

  it('reaches nothing of another institution', async () => {
    const teacher = await joinTeacher(auth, school);
    await assign(auth, school, school.keyId, teacher.memberId);
    const other = await openInstitution(auth);
    const session = await storeSession(auth, other, other.keyId);
    const url = `/api/orgs/${other.orgId}/edu-sessions`;
    expect((await auth.send('get', url, teacher.caller)).status).toBe(404);
    expect((await auth.send('delete', `${url}/${session.id}`, teacher.caller)).status).toBe(404);
    expect(await teacher.end(session.id)).toBe(404);
  });

  it('gets 403 on all other routes of the organization', async () => {
    const teacher = await joinTeacher(auth, school);
    const { keyId } = school;
    await assign(auth, school, keyId, teacher.memberId);
    const routes = [
      ['get', 'edu-keys'],
      ['post', 'edu-keys'],
      ['patch', `edu-keys/${keyId}`],
      ['delete', `edu-keys/${keyId}`],
      ['put', `edu-keys/${keyId}/teachers/${teacher.memberId}`],
      ['delete', `edu-keys/${keyId}/teachers/${teacher.memberId}`],
      ['get', 'keys'],
      ['post', 'keys'],
    ] as const;
    for (const [method, rest] of routes) {
      const { status } = await auth.send(method, path(rest), teacher.caller);
      expect([rest, status]).toEqual([rest, 403]);
    }
  });

  it('uses no keys: none is made for it, and old ones stay off', async () => {
    const member = await join(auth, school.org, 'member');
    const by = school.admin.caller;
    const key = await createOrgKey(auth, school, by, { memberId: member.memberId });
    const place = school.org.members.get(member.memberId);
    if (place) place.role = 'teacher';
    await dropMember(member.memberId);
    const on = auth.send('patch', path(`keys/${key.id}`), by).send({ enabled: true });
    expect((await on).status).toBe(409);
    const body = { name: 'x', memberId: member.memberId };
    const made = await auth.send('post', path('keys'), by).send(body);
    expect([made.status, made.body.error.param]).toEqual([400, 'memberId']);
  });

  it('loses its classes with the role or the membership, and starts without any', async () => {
    const teacher = await joinTeacher(auth, school);
    await assign(auth, school, school.keyId, teacher.memberId);
    await storeSession(auth, school, school.keyId);
    const member = school.org.members.get(teacher.memberId);
    if (member) member.role = 'member';
    const url = path('edu-sessions');
    expect((await auth.send('get', url, teacher.caller)).status).toBe(403);
    await dropMember(teacher.memberId);
    if (member) member.role = 'teacher';
    expect(await teacher.listIds()).toEqual([]);
    expect(await teacher.revoke({ all: true })).toBe(0);
    expect(await listTeacherIds(school.keyId)).toEqual([]);
    school.org.members.delete(teacher.memberId);
    expect((await auth.send('get', url, teacher.caller)).status).toBe(404);
  });

  it('does not see a class whose key was deleted', async () => {
    const teacher = await joinTeacher(auth, school);
    await assign(auth, school, school.keyId, teacher.memberId);
    const { id } = await storeSession(auth, school, school.keyId);
    await auth.send('delete', path(`edu-keys/${school.keyId}`), school.admin.caller).expect(204);
    expect(await teacher.listIds()).toEqual([]);
    expect(await teacher.end(id)).toBe(404);
    expect(await assign(auth, school, school.keyId, teacher.memberId)).toBe(404);
    const { rows } = await auth.sql.query('SELECT 1 FROM institution_teachers WHERE key_id = $1', [
      school.keyId,
    ]);
    expect(rows).toEqual([]);
  });
});
