import type { KeyScope } from '@tollgate/contracts';
import { makeId } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { createKey, signUp } from '../support/accounts';
import { createOrgKey, openOrganization } from '../support/organizations';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const search = (userId: string, text: string, keyScopes: KeyScope[] = []) =>
  callUnary(
    auth.directory.search.bind(auth.directory),
    { userId, text, keyScopes },
    { deadlineMs: 5_000 },
  );

async function findNames(
  userId: string,
  text: string,
  keyScopes: KeyScope[] = [],
): Promise<string[]> {
  return (await search(userId, text, keyScopes)).keys.map(({ name }) => name);
}

async function change(userId: string, assignment: string): Promise<void> {
  await auth.sql.query(`UPDATE users SET ${assignment} WHERE id = $1`, [userId]);
}

async function bind(label: string, column: 'team_id' | 'member_id', id: string): Promise<void> {
  await auth.sql.query(`UPDATE api_keys SET ${column} = $2 WHERE label = $1`, [label, id]);
}

describe('the search of keys', () => {
  it('finds personal keys by a part of the name and by the ends of the secret', async () => {
    const ada = await signUp(auth);
    const { id, key } = await createKey(auth, ada, { name: 'Nightly build' });
    await createKey(auth, ada, { name: 'laptop' });
    expect(await findNames(ada.userId, 'BUILD')).toEqual(['Nightly build']);
    expect(await findNames(ada.userId, key.slice(-4))).toEqual(['Nightly build']);
    expect(await findNames(ada.userId, '%')).toEqual([]);
    const [found] = (await search(ada.userId, 'build')).keys;
    expect(found).toMatchObject({ keyId: id, name: 'Nightly build' });
    expect(key.startsWith(found?.prefix ?? '?')).toBe(true);
    expect(JSON.stringify(found)).not.toContain(key.slice(20, -4));
  });

  it('finds keys of organizations within the given scopes alone', async () => {
    const [acme, other] = [await openOrganization(auth), await openOrganization(auth)];
    const { caller, userId } = acme.admin;
    const { orgId } = acme;
    const team = { id: makeId('team'), memberId: makeId('member') };
    await createKey(auth, acme.admin, { name: 'shared personal' });
    await createOrgKey(auth, acme, caller, { name: 'shared standard' });
    await createOrgKey(auth, acme, caller, { name: 'shared manager', keyType: 'management' });
    await createOrgKey(auth, other, other.admin.caller, { name: 'shared elsewhere' });
    await bind('shared standard', 'team_id', team.id);
    const whole = { orgId, team: undefined };
    const all = ['shared manager', 'shared standard', 'shared personal'];
    expect(await findNames(userId, 'shared', [whole])).toEqual(all);
    const inTeam = (teamId: string, memberIds: string[]) => ({
      orgId,
      team: { teamId, memberIds },
    });
    const byTeam = await findNames(userId, 'shared', [inTeam(team.id, [])]);
    expect(byTeam).toEqual(['shared standard', 'shared personal']);
    const foreign = await findNames(userId, 'shared', [inTeam(makeId('team'), [team.memberId])]);
    expect(foreign).toEqual(['shared personal']);
    await bind('shared standard', 'member_id', team.memberId);
    const byMember = await findNames(userId, 'shared', [inTeam('', [team.memberId])]);
    expect(byMember).toEqual(['shared standard', 'shared personal']);
    const [found] = (await search(userId, 'shared m', [whole])).keys;
    expect(found).toMatchObject({ name: 'shared manager', orgId });
    const own = (await search(userId, 'shared p')).keys;
    expect(own).toMatchObject([{ orgId: '' }]);
    await expect(search(userId, 'a', [{ orgId: '', team: undefined }])).rejects.toMatchObject({
      reason: 'bad_request',
    });
  });

  it('finds no deleted keys, other keys of organizations or keys of other users', async () => {
    const acme = await openOrganization(auth);
    const { caller, userId } = acme.admin;
    await createOrgKey(auth, acme, caller, { name: 'shared' });
    const gone = await createKey(auth, acme.admin, { name: 'shared, gone' });
    await auth.send('delete', `/api/account/keys/${gone.id}`, caller).expect(204);
    await createKey(auth, await signUp(auth), { name: 'shared, other user' });
    expect(await findNames(userId, 'shared')).toEqual([]);
  });

  it('returns the newest 5', async () => {
    const ada = await signUp(auth);
    for (let made = 0; made < 7; made++) await createKey(auth, ada, { name: `many ${made}` });
    const names = await findNames(ada.userId, 'many');
    expect(names).toEqual([6, 5, 4, 3, 2].map((made) => `many ${made}`));
  });
});

describe('the search of users', () => {
  it('is for active operators alone', async () => {
    const [ada, root] = [await signUp(auth), await signUp(auth)];
    const none = { keys: [], users: [], isOperator: false };
    expect(await search(root.userId, ada.email)).toEqual(none);
    await change(root.userId, `role = 'operator'`);
    const found = await search(root.userId, ada.email.toUpperCase());
    expect(found).toMatchObject({ isOperator: true, users: [{ userId: ada.userId }] });
    expect((await search(root.userId, ada.userId)).users).toHaveLength(1);
    await change(root.userId, 'suspended_at = now()');
    expect(await search(root.userId, ada.email)).toEqual(none);
    await change(root.userId, `suspended_at = NULL, role = 'user'`);
    expect(await search(root.userId, ada.email)).toEqual(none);
  });

  it('returns at most 5', async () => {
    const root = await signUp(auth);
    for (let made = 0; made < 6; made++) await signUp(auth);
    await change(root.userId, `role = 'operator'`);
    expect((await search(root.userId, 'person')).users).toHaveLength(5);
  });
});

describe('a malformed search', () => {
  it('finds nothing for an unknown user and is refused for a bad text', async () => {
    for (const userId of ['', 'user_1', 'user_\u0000']) {
      expect(await search(userId, 'a')).toMatchObject({ keys: [], users: [], isOperator: false });
    }
    const { userId } = await signUp(auth);
    for (const text of ['', 'a\u0000', 'x'.repeat(201)]) {
      await expect(search(userId, text)).rejects.toMatchObject({ reason: 'bad_request' });
    }
  });
});
