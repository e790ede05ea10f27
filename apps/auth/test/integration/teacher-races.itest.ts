import fc from 'fast-check';
import { waitUntil } from '@tollgate/testing';
import { openInstitution, type Institution } from '../support/institutions';
import { startAuth, type AuthUnderTest } from '../support/start-auth';
import {
  assign,
  joinTeacher,
  openClass,
  storeSession,
  unassign,
  type StoredSession,
} from '../support/teachers';

let auth: AuthUnderTest;
let school: Institution;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  school = await openInstitution(auth);
});

async function storeSessions(keyId: string, count: number): Promise<readonly StoredSession[]> {
  return Promise.all(Array.from({ length: count }, () => storeSession(auth, school, keyId)));
}

async function listActiveIds(): Promise<readonly string[]> {
  const { rows } = await auth.sql.query<{ id: string }>(
    'SELECT id FROM institution_sessions WHERE org_id = $1 AND revoked_at IS NULL ORDER BY id',
    [school.orgId],
  );
  return rows.map(({ id }) => id);
}

describe('a teacher that is removed while it ends sessions', () => {
  it('finishes first: the removal is answered after it', async () => {
    const teacher = await joinTeacher(auth, school);
    const { keyId } = school;
    await assign(auth, school, keyId, teacher.memberId);
    const [session] = await storeSessions(keyId, 3);
    const order: string[] = [];
    const started: Promise<unknown>[] = [];
    await auth.sql.withTransaction(async (transaction) => {
      // The teacher's transaction waits here, with its assignment locked.
      await transaction.query('SELECT 1 FROM institution_sessions WHERE id = $1 FOR UPDATE', [
        session?.id,
      ]);
      const ending = teacher.revoke({ all: true });
      started.push(ending.then((revoked) => order.push(`ended ${revoked}`)));
      await waitForLocks(1);
      const removal = unassign(auth, school, keyId, teacher.memberId);
      started.push(removal.then((status) => order.push(`removed ${status}`)));
      await waitForLocks(2);
      expect(order).toEqual([]);
    });
    await Promise.all(started);
    expect(order.toSorted()).toEqual(['ended 3', 'removed 204']);
  });

  it('ends nothing once the removal is answered', async () => {
    const teacher = await joinTeacher(auth, school);
    const { keyId } = school;
    for (let round = 0; round < 10; round++) {
      await assign(auth, school, keyId, teacher.memberId);
      await storeSessions(keyId, 3);
      const endings = Array.from({ length: 4 }, () => teacher.revoke({ all: true }));
      expect(await unassign(auth, school, keyId, teacher.memberId)).toBe(204);
      const left = await listActiveIds();
      expect(await teacher.revoke({ all: true })).toBe(0);
      const counts = await Promise.all(endings);
      expect(await listActiveIds()).toEqual(left);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3 - left.length);
      await auth.sql.query('DELETE FROM institution_sessions WHERE org_id = $1', [school.orgId]);
    }
  });

  async function waitForLocks(count: number): Promise<void> {
    await waitUntil(
      async () => {
        const { rows } = await auth.sql.query(
          `SELECT 1 FROM pg_stat_activity
           WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        );
        return rows.length >= count;
      },
      { timeoutMs: 30_000, what: `${count} waiting statements` },
    );
  }
});

describe('concurrent endings', () => {
  it('count every session once, with a deleted key and an org_admin that ends all', async () => {
    for (let round = 0; round < 5; round++) {
      const teacher = await joinTeacher(auth, school);
      const keyIds = [await openClass(auth, school), await openClass(auth, school)];
      for (const keyId of keyIds) await assign(auth, school, keyId, teacher.memberId);
      const stored = await Promise.all(keyIds.map((keyId) => storeSessions(keyId, 10)));
      const ids = stored.flat().map(({ id }) => id);
      const url = `/api/orgs/${school.orgId}`;
      const by = school.admin.caller;
      const [key = ''] = keyIds;
      const [deleted, all, ...counts] = await Promise.all([
        auth.send('delete', `${url}/edu-keys/${key}`, by),
        auth.send('post', `${url}/edu-sessions/revoke`, by).send({ all: true }),
        ...Array.from({ length: 3 }, () => teacher.revoke({ all: true })),
        ...ids.slice(0, 3).map(async (id) => ((await teacher.end(id)) === 204 ? 1 : 0)),
      ]);
      expect([deleted.status, all.status]).toEqual([204, 200]);
      expect(await listActiveIds()).toEqual([]);
      const ended = counts.reduce((sum, count) => sum + count, all.body.revoked as number);
      const { rows } = await auth.sql.query<{ count: number }>(
        'SELECT count(*)::int AS count FROM institution_teachers WHERE key_id = $1',
        [key],
      );
      expect(rows[0]?.count).toBe(0);
      expect(ended).toBeLessThanOrEqual(ids.length);
      expect(ended).toBeGreaterThanOrEqual(stored[1]?.length ?? 0);
    }
  });
});

describe('whatever teachers do', () => {
  const classes = 3;
  const teachers = 2;
  const step = fc.record({
    kind: fc.constantFrom('assign', 'unassign', 'end', 'endClass', 'endAll', 'list', 'begin'),
    teacher: fc.nat(teachers - 1),
    place: fc.nat(classes - 1),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  it('a teacher of one class never sees or ends a session of another', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), run), {
      numRuns: 15,
    });
  });

  async function run(steps: readonly Step[]): Promise<void> {
    school = await openInstitution(auth);
    const keyIds = [school.keyId, await openClass(auth, school), await openClass(auth, school)];
    const people = [await joinTeacher(auth, school), await joinTeacher(auth, school)];
    const taught = people.map(() => new Set<string>());
    const active: StoredSession[] = [];
    for (const keyId of keyIds) active.push(await storeSession(auth, school, keyId));

    for (const { kind, place, teacher } of steps) {
      const keyId = keyIds[place] ?? '';
      const person = people[teacher];
      const own = taught[teacher];
      if (person === undefined || own === undefined) continue;
      const mine = active.filter((session) => own.has(session.keyId));
      const forget = (ended: readonly StoredSession[]) => {
        for (const session of ended) active.splice(active.indexOf(session), 1);
      };
      if (kind === 'assign') {
        expect(await assign(auth, school, keyId, person.memberId)).toBe(204);
        own.add(keyId);
      } else if (kind === 'unassign') {
        const status = await unassign(auth, school, keyId, person.memberId);
        expect(status).toBe(own.delete(keyId) ? 204 : 404);
      } else if (kind === 'begin') {
        active.push(await storeSession(auth, school, keyId));
      } else if (kind === 'end') {
        const target = active.find((session) => session.keyId === keyId);
        if (target === undefined) continue;
        expect(await person.end(target.id)).toBe(own.has(keyId) ? 204 : 404);
        if (own.has(keyId)) forget([target]);
      } else if (kind === 'list') {
        const ids = mine.map(({ id }) => id).toSorted();
        expect((await person.listIds('?status=active')).toSorted()).toEqual(ids);
      } else {
        const body = kind === 'endAll' ? { all: true } : { keyId };
        const ended = kind === 'endAll' ? mine : mine.filter((one) => one.keyId === keyId);
        expect(await person.revoke(body)).toBe(ended.length);
        forget(ended);
      }
      expect(await listActiveIds()).toEqual(active.map(({ id }) => id).toSorted());
    }
  }
});
