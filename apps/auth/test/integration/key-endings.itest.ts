import { KeyEndReason } from '@tollgate/contracts';
import type { CallerIdentity } from '@tollgate/identity';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { createKey, signUp, type CreatedKey, type SignedUp } from '../support/accounts';
import { asOrgManager, createOrgKey, join, openOrganization } from '../support/organizations';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

type Caller = Partial<CallerIdentity>;
const time = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const notEnded = { disabledAt: null, disabledBy: null, deletedAt: null, deletedBy: null };

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

async function list(query: string, by: Caller, path = '/api/account/keys') {
  const answer = await auth.send('get', `${path}?${query}`, by);
  expect(answer.status).toBe(200);
  return answer.body as { keys: readonly CreatedKey[]; nextCursor: string | null };
}

const patch = (id: string, body: object, by: Caller, path = '/api/account/keys') =>
  auth.send('patch', `${path}/${id}`, by).send(body);
const remove = (id: string, by: Caller, path = '/api/account/keys') =>
  auth.send('delete', `${path}/${id}`, by);
const named = ({ keys }: { readonly keys: readonly CreatedKey[] }) =>
  keys.map(({ name }) => String(name));

function authenticate(secret: string, withEnded: boolean) {
  const call = auth.rpc.authenticateKey.bind(auth.rpc);
  return callUnary(call, { keyHash: hashSecret(secret), withEnded }, { deadlineMs: 20_000 });
}

async function expire(key: CreatedKey): Promise<void> {
  await auth.sql.query('UPDATE api_keys SET expires_at = now() WHERE id = $1', [key.id]);
}

describe('a key that has ended', () => {
  let owner: SignedUp;
  beforeEach(async () => {
    owner = await signUp(auth);
  });

  it('names who disabled it and when, until it is enabled again', async () => {
    const key = await createKey(auth, owner);
    expect(key).toMatchObject(notEnded);
    await patch(key.id, { enabled: false }, owner.caller);
    const by = { userId: owner.userId, email: owner.email, keyId: null };
    const disabled = (await list('', owner.caller)).keys[0];
    expect(disabled).toMatchObject({ ...notEnded, disabledAt: time, disabledBy: by });
    // Another change is not another end.
    await patch(key.id, { enabled: false, limit: 5 }, owner.caller);
    expect((await list('', owner.caller)).keys[0]?.['disabledAt']).toBe(disabled?.['disabledAt']);
    await patch(key.id, { enabled: true }, owner.caller);
    expect((await list('', owner.caller)).keys[0]).toMatchObject(notEnded);
  });

  it('names its maker if it was made disabled', async () => {
    const key = await createKey(auth, owner, { disabled: true });
    expect(key).toMatchObject({ disabledAt: time, disabledBy: { userId: owner.userId } });
  });

  it('has no time if it was disabled before times were recorded', async () => {
    const key = await createKey(auth, owner);
    await auth.sql.query('UPDATE api_keys SET is_enabled = false WHERE id = $1', [key.id]);
    expect((await list('', owner.caller)).keys[0]).toMatchObject({ enabled: false, ...notEnded });
  });

  it('is listed after its deletion on demand, with who deleted it', async () => {
    for (const name of ['first', 'second', 'third', 'kept']) await createKey(auth, owner, { name });
    const { keys } = await list('', owner.caller);
    for (const name of ['second', 'first', 'third']) {
      await remove(keys.find((key) => key.name === name)?.id ?? '', owner.caller);
    }
    expect(named(await list('', owner.caller))).toEqual(['kept']);
    const deleted = await list('status=deleted', owner.caller);
    expect(deleted.keys).toHaveLength(3);
    expect(deleted.keys[0]).toMatchObject({
      deletedAt: time,
      deletedBy: { userId: owner.userId, email: owner.email, keyId: null },
    });
    const read = async (query: string) =>
      named(await list(`status=deleted&${query}`, owner.caller));
    expect(await read('sort=deletedAt&order=desc')).toEqual(['third', 'first', 'second']);
    expect(await read('sort=name')).toEqual(['first', 'second', 'third']);
    expect(await read('search=SEC')).toEqual(['second']);
    for (const sort of ['spend', 'lastUsedAt', 'owner', 'expiresAt', 'createdAt']) {
      expect((await read(`sort=${sort}`)).toSorted()).toEqual(['first', 'second', 'third']);
    }
  });

  it('is paged by the time of its deletion without a gap or a repetition', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    for (const name of names)
      await remove((await createKey(auth, owner, { name })).id, owner.caller);
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await list(`status=deleted&sort=deletedAt&limit=2${more}`, owner.caller);
      seen.push(...named(page));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(names);
  });

  it('is not shown to another account', async () => {
    const { id } = await createKey(auth, owner);
    await remove(id, owner.caller);
    const stranger = await signUp(auth);
    for (const query of ['status=deleted', `id=${id}`]) {
      expect(await list(query, stranger.caller)).toMatchObject({ keys: [] });
    }
  });

  it('is read by its id, whether it is disabled or deleted', async () => {
    const { id } = await createKey(auth, owner, { name: 'ended' });
    await createKey(auth, owner, { name: 'other' });
    await patch(id, { enabled: false }, owner.caller);
    const queries = [`id=${id}`, `id=${id}&include_disabled=false`, `id=${id}&sort=spend`];
    for (const query of queries) {
      const { keys } = await list(query, owner.caller);
      expect(keys).toMatchObject([{ name: 'ended', disabledAt: time, deletedAt: null }]);
    }
    await remove(id, owner.caller);
    for (const query of [...queries, `id=${id}&status=deleted`]) {
      const { keys } = await list(query, owner.caller);
      expect(keys).toMatchObject([{ name: 'ended', deletedAt: time }]);
    }
    expect((await list(`id=${owner.userId}`, owner.caller)).keys).toEqual([]);
  });

  it('is read with others by their ids', async () => {
    const made = [];
    for (const name of ['kept', 'ended', 'other'])
      made.push(await createKey(auth, owner, { name }));
    const [kept = '', ended = ''] = made.map(({ id }) => id);
    await remove(ended, owner.caller);
    const stranger = await signUp(auth);
    const foreign = (await createKey(auth, stranger)).id;
    const query = `id=${[kept, ended, foreign, 'key_unknown'].join(',')}`;
    for (const sort of ['createdAt', 'spend']) {
      const found = named(await list(`${query}&sort=${sort}`, owner.caller));
      expect([sort, found.toSorted()]).toEqual([sort, ['ended', 'kept']]);
    }
    const tooMany = Array.from({ length: 101 }, () => 'key_1').join(',');
    const refused = await auth.send('get', `/api/account/keys?id=${tooMany}`, owner.caller);
    expect(refused.body).toMatchObject({ error: { param: 'id' } });
  });

  it('is found by an index when it was deleted', async () => {
    for (const [condition, index] of [
      [`user_id = 'user' AND org_id IS NULL`, 'api_keys_owner_deleted_idx'],
      [`org_id = 'org'`, 'api_keys_org_deleted_idx'],
    ]) {
      const plan = await auth.sql.withTransaction(async (transaction) => {
        await transaction.query('SET LOCAL enable_seqscan = off');
        await transaction.query('SET LOCAL enable_sort = off');
        const { rows } = await transaction.query<Record<'QUERY PLAN', string>>(
          `EXPLAIN SELECT id FROM api_keys WHERE ${condition} AND revoked_at IS NOT NULL
           ORDER BY revoked_at DESC, id DESC LIMIT 10`,
        );
        return rows.map((row) => row['QUERY PLAN']).join('\n');
      });
      expect(plan).toContain(index);
    }
  });

  it('is answered with its reason only to a caller that asks for it', async () => {
    const secrets: [string, KeyEndReason][] = [];
    const disabled = await createKey(auth, owner);
    await patch(disabled.id, { enabled: false }, owner.caller);
    secrets.push([disabled.key, KeyEndReason.KEY_END_REASON_DISABLED]);
    const expired = await createKey(auth, owner);
    await expire(expired);
    secrets.push([expired.key, KeyEndReason.KEY_END_REASON_EXPIRED]);
    const deleted = await createKey(auth, owner);
    await remove(deleted.id, owner.caller);
    secrets.push([deleted.key, KeyEndReason.KEY_END_REASON_DELETED]);
    const rotated = await createKey(auth, owner);
    const path = `/api/account/keys/${rotated.id}/rotate`;
    await auth.send('post', path, owner.caller).send({ graceSeconds: 60 });
    const endGrace = 'UPDATE api_keys SET previous_ends_at = now() WHERE id = $1';
    await auth.sql.query(endGrace, [rotated.id]);
    secrets.push([rotated.key, KeyEndReason.KEY_END_REASON_ROTATED]);
    for (const [secret, reason] of secrets) {
      const { caller, ended } = await authenticate(secret, true);
      expect(caller).toBeUndefined();
      expect(ended).toMatchObject({ reason, caller: { userId: owner.userId } });
      expect(ended?.endedAtMs).toBeGreaterThan(0n);
      await expect(authenticate(secret, false)).rejects.toMatchObject({
        reason: 'unauthenticated',
      });
    }
    await expect(authenticate('sk-tg-unknown', true)).rejects.toMatchObject({
      reason: 'unauthenticated',
    });
  });
});

describe('a key of an organization that has ended', () => {
  it('names the management key, no person for the system, and no person to finance', async () => {
    const acme = await openOrganization(auth);
    const path = `/api/orgs/${acme.orgId}/keys`;
    const by = acme.admin.caller;
    const viewer = await join(auth, acme.org, 'billing_viewer');
    const leaver = await join(auth, acme.org, 'member', 'team_1');
    const manager = await createOrgKey(auth, acme, by, { name: 'mg', keyType: 'management' });
    const managed = await createOrgKey(auth, acme, by, { name: 'managed' });
    const left = await createOrgKey(auth, acme, by, { name: 'left', memberId: leaver.memberId });
    const acting = asOrgManager(acme, acme.admin, manager);
    expect((await patch(managed.id, { enabled: false }, acting, path)).status).toBe(200);
    const call = auth.directory.disableOrgKeys.bind(auth.directory);
    const place = { orgId: acme.orgId, memberId: leaver.memberId, teamId: '', requestId: 'req_1' };
    await callUnary(call, place, { deadlineMs: 20_000 });
    const byName = async (reader: Caller) =>
      new Map((await list('', reader, path)).keys.map((key) => [key['name'], key]));
    const { email, userId } = acme.admin;
    const keys = await byName(by);
    expect(keys.get('managed')).toMatchObject({
      disabledAt: time,
      disabledBy: { userId, email, keyId: manager.id },
    });
    expect(keys.get(left['name'])).toMatchObject({ disabledAt: time, disabledBy: null });
    expect((await byName(viewer.caller)).get('managed')).toMatchObject({
      disabledAt: time,
      disabledBy: null,
    });
    await remove(managed.id, by, path);
    const [deleted] = (await list('status=deleted', by, path)).keys;
    expect(deleted).toMatchObject({ name: 'managed', deletedBy: { userId, keyId: null } });
    const [hidden] = (await list('status=deleted', viewer.caller, path)).keys;
    expect(hidden).toMatchObject({ deletedAt: time, deletedBy: null });
  });

  it('is not listed for the admin of another team', async () => {
    const acme = await openOrganization(auth);
    const path = `/api/orgs/${acme.orgId}/keys`;
    const teamAdmin = await join(auth, acme.org, 'team_admin', 'team_1');
    await join(auth, acme.org, 'member', 'team_2');
    const by = acme.admin.caller;
    for (const teamId of ['team_1', 'team_2']) {
      const key = await createOrgKey(auth, acme, by, { name: teamId, teamId });
      await remove(key.id, by, path);
      const shown = named(await list(`id=${key.id}`, teamAdmin.caller, path));
      expect(shown).toEqual(teamId === 'team_1' ? ['team_1'] : []);
    }
    expect(named(await list('status=deleted', teamAdmin.caller, path))).toEqual(['team_1']);
  });
});
