import { Redis } from 'ioredis';
import { CallerKind } from '@tollgate/contracts';
import type { CallerIdentity } from '@tollgate/identity';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { createKey, signUp, type CreatedKey } from '../support/accounts';
import {
  asOrgManager,
  createOrgKey,
  join,
  openOrganization,
  type Member,
  type Organization,
} from '../support/organizations';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

let auth: AuthUnderTest;
let acme: Organization;
let teamAdmin: Member;
let teammate: Member;
let outsider: Member;
let viewer: Member;
beforeAll(async () => {
  auth = await startAuth();
  acme = await openOrganization(auth);
  teamAdmin = await join(auth, acme.org, 'team_admin', 'team_1');
  teammate = await join(auth, acme.org, 'member', 'team_1');
  outsider = await join(auth, acme.org, 'member', 'team_2');
  viewer = await join(auth, acme.org, 'billing_viewer');
});
afterAll(() => auth.stop());

type Caller = Partial<CallerIdentity>;
const path = (id = '') => `/api/orgs/${acme.orgId}/keys${id === '' ? '' : `/${id}`}`;
const list = (by: Caller) => auth.send('get', path(), by);
const create = (by: Caller, body: object) =>
  auth.send('post', path(), by).send({ name: 'ci', ...body });
const patch = (by: Caller, id: string, body: object) => auth.send('patch', path(id), by).send(body);
const remove = (by: Caller, id: string) => auth.send('delete', path(id), by);
const listIds = async (by: Caller) =>
  ((await list(by)).body.keys as CreatedKey[]).map(({ id }) => id);

async function authenticate(secret: string) {
  const call = auth.rpc.authenticateKey.bind(auth.rpc);
  const keyHash = hashSecret(secret);
  return (await callUnary(call, { keyHash }, { deadlineMs: 20_000 })).caller;
}

describe('a key of an organization', () => {
  it('is refused while the user who made it is suspended', async () => {
    const maker = await join(auth, acme.org, 'org_admin');
    const made = await createOrgKey(auth, acme, maker.caller);
    const other = await createOrgKey(auth, acme, acme.admin.caller);
    const suspend = (action: string) =>
      auth
        .send('post', `/api/admin/users/${maker.userId}/${action}`, { kind: 'operator' })
        .send(action === 'suspend' ? { reason: 'fraud' } : {});
    expect((await suspend('suspend')).status).toBe(200);
    expect(await authenticate(made.key)).toMatchObject({ isSuspended: true });
    expect(await authenticate(other.key)).toMatchObject({ isSuspended: false });
    expect((await suspend('unsuspend')).status).toBe(200);
    expect(await authenticate(made.key)).toMatchObject({ isSuspended: false });
  });

  it('pays from its wallet and names its member', async () => {
    auth.billing.balances.set(acme.orgId, 42_000_000_000n);
    const body = { memberId: teammate.memberId, limit: 5 };
    const key = await createOrgKey(auth, acme, acme.admin.caller, body);
    expect(key).toMatchObject({ orgId: acme.orgId, teamId: null, memberId: teammate.memberId });
    expect(await authenticate(key.key)).toMatchObject({
      kind: CallerKind.CALLER_KIND_STANDARD_KEY,
      userId: teammate.userId,
      walletId: acme.orgId,
      orgId: acme.orgId,
      teamId: '',
      memberId: teammate.memberId,
      balanceNanos: 42_000_000_000n,
      isInvoiced: false,
      limitNanos: 5_000_000_000n,
    });
  });

  it('is marked as invoiced when the organization pays monthly', async () => {
    const { key } = await createOrgKey(auth, acme, acme.admin.caller, { teamId: 'team_1' });
    auth.billing.creditLines.set(acme.orgId, 1n);
    expect(await authenticate(key)).toMatchObject({ isInvoiced: true, teamId: 'team_1' });
    auth.billing.creditLines.delete(acme.orgId);
  });

  it('follows no setting of the user who made it when it is for no member, but a suspension', async () => {
    const maker = await join(auth, acme.org, 'org_admin');
    const general = await createOrgKey(auth, acme, maker.caller);
    const own = await createOrgKey(auth, acme, maker.caller, { memberId: maker.memberId });
    const set = (settings: string) =>
      auth.sql.query(`UPDATE users SET ${settings} WHERE id = $1`, [maker.userId]);
    await set('suspended_at = now(), has_free_fallback = false, is_breaker_enabled = true');
    expect(await authenticate(general.key)).toMatchObject({
      isSuspended: true,
      hasFreeFallback: true,
      breakerMinuteNanos: undefined,
    });
    expect(await authenticate(own.key)).toMatchObject({
      isSuspended: true,
      hasFreeFallback: false,
      breakerMinuteNanos: 5_000_000_000n,
    });
    await set('deleted_at = now()');
    expect(await authenticate(general.key)).toMatchObject({ walletId: acme.orgId });
    await expect(authenticate(own.key)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });

  it('shows its own figures and those of the wallet on GET /v1/key', async () => {
    const { id } = await createOrgKey(auth, acme, acme.admin.caller, { limit: 10 });
    auth.billing.usages.set(id, { totalNanos: 4_000_000_000n, requests: 3n });
    const org = { orgId: acme.orgId, teamId: '', memberId: '' };
    const caller = {
      kind: 'standard_key',
      keyId: id,
      userId: acme.admin.userId,
      walletId: acme.orgId,
      org,
    } as const;
    const { body } = await auth.send('get', '/v1/key', caller);
    expect(body.data).toMatchObject({ limit: 10, limit_remaining: 6, usage: 4, requests: 3 });
    expect(body.data).toMatchObject({ is_free_tier: false, rate_limit: { requests: 200 } });
  });

  it('is in no personal list, and out of reach of a personal management key', async () => {
    const key = await createOrgKey(auth, acme, acme.admin.caller);
    const { id: keyId } = await createKey(auth, acme.admin, { keyType: 'management' });
    const personal: Caller = { ...acme.admin.caller, kind: 'management_key', keyId, sessionId: '' };
    const lists = [
      await auth.send('get', '/api/account/keys', acme.admin.caller),
      await auth.send('get', '/v1/keys', personal),
    ];
    for (const { text } of lists) expect(text).not.toContain(key.id);
    expect((await auth.send('get', `/v1/keys/${key.id}`, personal)).status).toBe(404);
    expect((await auth.send('delete', `/v1/keys/${key.id}`, personal)).status).toBe(404);
    // By its organization’s path it acts with what its owner is there, but makes no heirs.
    expect((await list(personal)).text).toContain(key.id);
    expect((await create(personal, {})).status).toBe(201);
    expect((await create(personal, { keyType: 'management' })).status).toBe(403);
  });

  it('refuses a place that the organization does not have', async () => {
    const wrong = [
      [{ memberId: 'mem_of_nobody' }, 'memberId'],
      [{ teamId: 'team_9' }, 'teamId'],
      [{ memberId: teammate.memberId, teamId: 'team_2' }, 'teamId'],
    ] as const;
    for (const [body, param] of wrong) {
      const answer = await create(acme.admin.caller, body);
      expect([answer.status, answer.body.error.param]).toEqual([400, param]);
    }
  });

  it('is written into the audit log of the organization', async () => {
    const key = await createOrgKey(auth, acme, acme.admin.caller, { teamId: 'team_1' });
    await patch(acme.admin.caller, key.id, { limit: 3 });
    await remove(acme.admin.caller, key.id);
    const read = () => auth.auditEvents.filter(({ target }) => target?.id === key.id);
    await waitUntil(() => read().length >= 3, { timeoutMs: 30_000 });
    expect(read().map(({ action, orgId, actor }) => [action, orgId, actor?.id])).toEqual(
      ['create', 'update', 'delete'].map((verb) => [
        `org.key.${verb}`,
        acme.orgId,
        acme.admin.userId,
      ]),
    );
  });
});

describe('the roles of an organization', () => {
  it('let a team_admin manage the keys of its team and of its members, and no others', async () => {
    const by = acme.admin.caller;
    const ofTeam = await createOrgKey(auth, acme, by, { teamId: 'team_1' });
    const ofMember = await createOrgKey(auth, acme, by, { memberId: teammate.memberId });
    const ofOther = await createOrgKey(auth, acme, by, { memberId: outsider.memberId });
    const general = await createOrgKey(auth, acme, by);
    const ids = await listIds(teamAdmin.caller);
    expect(ids).toEqual(expect.arrayContaining([ofTeam.id, ofMember.id]));
    expect(ids).not.toContain(ofOther.id);
    expect(ids).not.toContain(general.id);
    expect((await patch(teamAdmin.caller, ofTeam.id, { limit: 1 })).status).toBe(200);
    expect((await remove(teamAdmin.caller, ofMember.id)).status).toBe(204);
    for (const { id } of [ofOther, general]) {
      expect((await patch(teamAdmin.caller, id, { limit: 1 })).status).toBe(403);
      expect((await patch(teamAdmin.caller, id, { enabled: true })).status).toBe(403);
      expect((await remove(teamAdmin.caller, id)).status).toBe(403);
    }
    expect((await create(teamAdmin.caller, {})).body).toMatchObject({ teamId: 'team_1' });
    expect((await create(teamAdmin.caller, { memberId: teammate.memberId })).status).toBe(201);
    for (const body of [
      { teamId: 'team_2' },
      { memberId: outsider.memberId },
      { keyType: 'management' },
    ]) {
      expect((await create(teamAdmin.caller, body)).status).toBe(403);
    }
  });

  it('keep management keys of an org_admin from the admin of a team that they share', async () => {
    const boss = await join(auth, acme.org, 'org_admin', 'team_1');
    const key = await createOrgKey(auth, acme, boss.caller, { keyType: 'management' });
    expect(key).toMatchObject({ memberId: boss.memberId, scopes: ['keys', 'keys:admin'] });
    expect(await listIds(teamAdmin.caller)).not.toContain(key.id);
    expect((await remove(teamAdmin.caller, key.id)).status).toBe(403);
    const forOther = { keyType: 'management', memberId: teammate.memberId };
    expect((await create(boss.caller, forOther)).status).toBe(403);
  });

  it('let a billing_viewer list, a member do nothing, and hide it from strangers', async () => {
    const key = await createOrgKey(auth, acme, acme.admin.caller);
    const stranger = await signUp(auth);
    expect((await list(viewer.caller)).status).toBe(200);
    const attempts = async (by: Caller) => [
      (await create(by, {})).status,
      (await patch(by, key.id, { enabled: false })).status,
      (await remove(by, key.id)).status,
    ];
    expect(await attempts(viewer.caller)).toEqual([403, 403, 403]);
    expect((await list(teammate.caller)).status).toBe(403);
    expect(await attempts(teammate.caller)).toEqual([403, 403, 403]);
    expect((await list(stranger.caller)).status).toBe(404);
    expect(await attempts(stranger.caller)).toEqual([404, 404, 404]);
    acme.org.isSuspended = true;
    expect((await list(acme.admin.caller)).status).toBe(403);
    acme.org.isSuspended = false;
  });

  it('hold for PATCH /v1/keys/{id} by a session, which gets 404 for a foreign key', async () => {
    const ofTeam = await createOrgKey(auth, acme, acme.admin.caller, { teamId: 'team_1' });
    const stranger = await signUp(auth);
    const send = (by: Caller, id: string) =>
      auth.send('patch', `/v1/keys/${id}`, by).send({ limit: 2 });
    expect((await send(acme.admin.caller, ofTeam.id)).body).toEqual({ updated: true });
    expect((await send(teamAdmin.caller, ofTeam.id)).body).toEqual({ updated: true });
    expect((await send(teammate.caller, ofTeam.id)).status).toBe(403);
    const foreign = await send(stranger.caller, ofTeam.id);
    const none = await send(stranger.caller, 'key_01J9ZZZZZZZZZZZZZZZZZZZZZZ');
    expect([foreign.status, foreign.text]).toEqual([404, none.text]);
  });
});

describe('a management key of an organization', () => {
  it('manages its keys on /v1/keys, makes other ones, and acts as what its owner is now', async () => {
    const boss = await join(auth, acme.org, 'org_admin');
    const key = await createOrgKey(auth, acme, boss.caller, { keyType: 'management' });
    const by = asOrgManager(acme, boss, key);
    const make = (body: object) => auth.send('post', '/v1/keys', by).send({ name: 'x', ...body });
    const made = await make({ teamId: 'team_1' });
    expect(made.body).toMatchObject({ orgId: acme.orgId, teamId: 'team_1', keyType: 'standard' });
    expect((await make({ keyType: 'management' })).status).toBe(201);
    const { id } = made.body as CreatedKey;
    const listed = await auth.send('get', '/v1/keys?limit=100', by);
    expect((listed.body.keys as CreatedKey[]).map((one) => one.id)).toContain(id);
    expect((await auth.send('get', `/v1/keys/${id}`, by)).body.data.orgId).toBe(acme.orgId);

    const other = await openOrganization(auth);
    expect((await auth.send('get', `/api/orgs/${other.orgId}/keys`, by)).status).toBe(404);
    const member = acme.org.members.get(boss.memberId);
    if (member) member.role = 'billing_viewer';
    expect((await auth.send('get', '/v1/keys', by)).status).toBe(200);
    expect((await make({})).status).toBe(403);
    expect((await auth.send('delete', `/v1/keys/${id}`, by)).status).toBe(403);
    acme.org.members.delete(boss.memberId);
    expect((await auth.send('get', '/v1/keys', by)).status).toBe(404);
  });
});

describe('what orgs asks about users and keys', () => {
  const options = { deadlineMs: 20_000, requestId: 'req_1' };

  it('is who has an address, and the names of many', async () => {
    const find = auth.directory.findUser.bind(auth.directory);
    const found = await callUnary(find, { email: ` ${viewer.email.toUpperCase()}` }, options);
    expect(found.user).toMatchObject({ userId: viewer.userId, email: viewer.email });
    const unknown = callUnary(find, { email: 'nobody@example.com' }, options);
    await expect(unknown).rejects.toMatchObject({ reason: 'not_found' });
    const many = auth.directory.listUsers.bind(auth.directory);
    const userIds = [viewer.userId, 'user_unknown', acme.admin.userId, '\u0000'];
    const { users } = await callUnary(many, { userIds }, options);
    expect(users.map(({ userId }) => userId).toSorted()).toEqual(
      [viewer.userId, acme.admin.userId].toSorted(),
    );
  });

  it('is which keys are its own', async () => {
    const own = await createOrgKey(auth, acme, acme.admin.caller);
    const gone = await createOrgKey(auth, acme, acme.admin.caller);
    await remove(acme.admin.caller, gone.id);
    const personal = await createKey(auth, acme.admin);
    const call = auth.directory.filterOrgKeys.bind(auth.directory);
    const keyIds = [own.id, gone.id, personal.id, 'x'];
    const answer = await callUnary(call, { orgId: acme.orgId, keyIds }, options);
    expect(answer.keyIds).toEqual([own.id]);
  });

  it('is to end the keys of a member or of a team, for good', async () => {
    const leaver = await join(auth, acme.org, 'member', 'team_3');
    const by = acme.admin.caller;
    const ofLeaver = await createOrgKey(auth, acme, by, { memberId: leaver.memberId });
    const ofTeam = await createOrgKey(auth, acme, by, { teamId: 'team_3' });
    const kept = await createOrgKey(auth, acme, by);
    const seen: string[] = [];
    const watcher = new Redis(auth.redis.url);
    await watcher.subscribe('tollgate:auth:invalidate');
    watcher.on('message', (_channel, text) => seen.push(text));
    const call = auth.directory.disableOrgKeys.bind(auth.directory);
    const end = (memberId: string, teamId: string) =>
      callUnary(call, { orgId: acme.orgId, memberId, teamId, requestId: 'req_1' }, options);

    acme.org.members.delete(leaver.memberId);
    expect(await end(leaver.memberId, '')).toEqual({ disabled: 1 });
    expect(await end(leaver.memberId, '')).toEqual({ disabled: 0 });
    await expect(authenticate(ofLeaver.key)).rejects.toMatchObject({ reason: 'unauthenticated' });
    expect(await authenticate(ofTeam.key)).toBeDefined();
    acme.org.teamIds.delete('team_3');
    expect(await end('', 'team_3')).toEqual({ disabled: 1 });
    await expect(authenticate(ofTeam.key)).rejects.toMatchObject({ reason: 'unauthenticated' });
    expect(await authenticate(kept.key)).toBeDefined();
    await waitUntil(() => seen.length >= 3, { timeoutMs: 30_000 });
    expect(seen.map((text) => (JSON.parse(text) as { orgId: string }).orgId)).toEqual(
      Array.from({ length: 3 }, () => acme.orgId),
    );
    watcher.disconnect();
    for (const { id } of [ofLeaver, ofTeam]) {
      expect((await patch(by, id, { enabled: true })).status).toBe(409);
    }
  });
});

describe('while orgs is away', () => {
  beforeAll(() => {
    auth.orgs.isAway = true;
  });
  afterAll(() => {
    auth.orgs.isAway = false;
  });

  it('keys are authenticated, but those of organizations cannot be managed', async () => {
    auth.orgs.isAway = false;
    const key = await createOrgKey(auth, acme, acme.admin.caller);
    auth.orgs.isAway = true;
    expect(await authenticate(key.key)).toMatchObject({ orgId: acme.orgId });
    expect((await list(acme.admin.caller)).status).toBe(503);
    expect((await create(acme.admin.caller, {})).status).toBe(503);
    expect((await remove(acme.admin.caller, key.id)).status).toBe(503);
  });

  it('an account is shown without its organizations', async () => {
    const show = () => auth.send('get', '/api/account', viewer.caller);
    const away = await show();
    expect([away.status, away.body.organizations]).toEqual([200, []]);
    auth.orgs.isAway = false;
    const organizations = [{ id: acme.orgId, name: 'Acme', role: 'billing_viewer' }];
    expect((await show()).body.organizations).toEqual(organizations);
  });
});
