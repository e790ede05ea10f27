import { silentLogger } from '@tollgate/observability';
import { policyChannel, type PolicySource } from '@tollgate/policy';
import { createSubscriber, type Redis } from '@tollgate/redis';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { foundOrg, operator, type TestOrg } from '../support/organization';
import { startOrgs, type OrgsUnderTest, type Person } from '../support/start-orgs';

let orgs: OrgsUnderTest;
let source: PolicySource;
let subscriber: Redis;
const announced: string[] = [];
let ada: Person;
let org: TestOrg;

beforeAll(async () => {
  orgs = await startOrgs();
  source = orgs.policies;
  subscriber = createSubscriber({ url: orgs.redis.url, name: 'test', logger: silentLogger });
  subscriber.on('message', (_channel, orgId: string) => announced.push(orgId));
  await subscriber.subscribe(policyChannel);
});
afterAll(async () => {
  subscriber.disconnect();
  await orgs.stop();
});
beforeEach(async () => {
  ada = orgs.addPerson('Ada');
  org = await foundOrg(orgs, ada);
});

function patch(path: string, body: object) {
  return orgs.send('patch', path, ada.caller).send(body).expect(200);
}

describe('a policy', () => {
  it('has all that stands over the calls of an organization', async () => {
    const teamId = await org.addTeam({
      name: 'R&D',
      monthlyBudget: 200,
      permissionScope: ['inference', 'embeddings'],
    });
    const bob = orgs.addPerson('Bob');
    const memberId = await org.add(bob, { teamId, monthlyBudget: 50 });
    await org
      .addTeam({ name: 'Gone' })
      .then((id) => orgs.send('delete', `/v1/orgs/${org.id}/teams/${id}`, ada.caller).expect(204));
    const settings = { weeklyBudgetUsd: 100, monthlyBudgetUsd: 400 };
    await patch(`/v1/orgs/${org.id}`, { settings });
    await patch(`/api/orgs/${org.id}/allowed-models`, { allowedModels: ['simulator/*'] });
    const breaker = { cbEnabled: true, cbMinuteUsd: 2 };
    await patch(`/api/orgs/${org.id}/teams/${teamId}/circuit-breaker`, breaker);

    const nothing = { allowedModels: [], weeklyBudgetNanos: undefined };
    const off = { breakerMinuteNanos: undefined, breakerHourNanos: undefined };
    const on = { breakerMinuteNanos: 2_000_000_000n, breakerHourNanos: 20_000_000_000n };
    expect(await source.load(org.id)).toMatchObject({
      orgId: org.id,
      isSuspended: false,
      isDeleted: false,
      org: {
        allowedModels: ['simulator/*'],
        weeklyBudgetNanos: 100_000_000_000n,
        monthlyBudgetNanos: 400_000_000_000n,
        ...off,
      },
      teams: [
        {
          teamId,
          name: 'R&D',
          permissionScope: ['inference', 'embeddings'],
          scope: { ...nothing, monthlyBudgetNanos: 200_000_000_000n, ...on },
        },
      ],
      members: [
        { memberId: org.founderId, userId: ada.userId, teamId: '', scope: { ...nothing, ...off } },
        {
          memberId,
          userId: bob.userId,
          teamId,
          scope: { ...nothing, monthlyBudgetNanos: 50_000_000_000n, ...on },
        },
      ],
    });
  });

  it('is not found for an unknown organization, and marks a deleted one', async () => {
    const unknown = source.load('org_01J9ZK3V5X7Y8W9T0R1S2ABCDE');
    await expect(unknown).rejects.toMatchObject({ status: 404 });
    const body = { deleted: true };
    await orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send(body).expect(200);
    expect(await source.load(org.id)).toMatchObject({ isDeleted: true });
  });

  it('that changed is announced and listed at once', async () => {
    const { sequence } = await source.listChanges(0n);
    expect(await source.listChanges(sequence)).toEqual({ orgIds: [], sequence, isReset: false });
    await patch(`/api/orgs/${org.id}/allowed-models`, { allowedModels: ['simulator/*'] });
    const changes = await source.listChanges(sequence);
    expect(changes).toMatchObject({ orgIds: [org.id], isReset: false });
    expect((await source.load(org.id)).sequence).toBe(changes.sequence);
    announced.length = 0;
    await patch(`/api/orgs/${org.id}/allowed-models`, { allowedModels: [] });
    await waitUntil(() => announced.includes(org.id), { timeoutMs: 30_000, what: 'the message' });
  });

  it('is reset for a client that is ahead of the clock', async () => {
    const { sequence } = await source.listChanges(0n);
    expect(await source.listChanges(sequence + 1_000n)).toMatchObject({ sequence, isReset: true });
  });

  it('is never missed by a client that polls changes, however many are parallel', async () => {
    const others = await Promise.all(
      Array.from({ length: 8 }, (_, index) => foundOrg(orgs, orgs.addPerson(`F${index}`))),
    );
    const known = new Map<string, bigint>();
    let { sequence } = await source.listChanges(0n);
    const poll = async (): Promise<void> => {
      const changes = await source.listChanges(sequence);
      for (const orgId of changes.orgIds) known.set(orgId, (await source.load(orgId)).sequence);
      ({ sequence } = changes);
    };
    let isDone = false;
    const polling = (async () => {
      while (!isDone) await poll();
    })();
    await Promise.all(
      others.flatMap(({ founder, id }) =>
        Array.from({ length: 10 }, (_, index) =>
          orgs
            .send('patch', `/v1/orgs/${id}`, founder.caller)
            .send({ name: `Name ${index}` })
            .expect(200),
        ),
      ),
    );
    isDone = true;
    await polling;
    await poll();
    const fresh = await Promise.all(others.map(({ id }) => source.load(id)));
    expect(others.map(({ id }) => known.get(id))).toEqual(fresh.map((policy) => policy.sequence));
  });
});

describe('other services', () => {
  const options = { deadlineMs: 20_000, requestId: '' };

  it('get memberships', async () => {
    const teamId = await org.addTeam({ name: 'R&D', costCenterCode: 'RD-1' });
    const bob = orgs.addPerson('Bob');
    const memberId = await org.add(bob, { role: 'team_admin', teamId });
    const { orgsRpc } = orgs;
    const membership = { orgId: org.id, memberId, role: 'team_admin', teamId, isOwner: false };
    const one = orgsRpc.getMember.bind(orgsRpc);
    expect(await callUnary(one, { orgId: org.id, memberId }, options)).toMatchObject({
      membership,
    });
    const list = orgsRpc.listMemberships.bind(orgsRpc);
    const { memberships } = await callUnary(list, { userId: bob.userId }, options);
    expect(memberships).toMatchObject([membership]);
    await orgs.send('delete', `/v1/orgs/${org.id}/teams/${teamId}`, ada.caller).expect(204);
    expect(orgs.fakes.disabled).toContainEqual(
      expect.objectContaining({ orgId: org.id, teamId, memberId: '' }),
    );
    expect(await callUnary(one, { orgId: org.id, memberId }, options)).toMatchObject({
      membership: { role: 'member', teamId: '' },
    });
    const { teams } = await callUnary(orgsRpc.listTeams.bind(orgsRpc), { orgId: org.id }, options);
    expect(teams).toEqual([{ teamId, name: 'R&D', costCenterCode: 'RD-1', isDeleted: true }]);
    await orgs.send('delete', `/v1/orgs/${org.id}/members/${memberId}`, ada.caller).expect(204);
    const gone = callUnary(one, { orgId: org.id, memberId }, options);
    await expect(gone).rejects.toMatchObject({ status: 404 });
  });

  it('get the sign-in settings of institutions only', async () => {
    const call = orgs.orgsRpc.getEduConfig.bind(orgs.orgsRpc);
    const ask = () => callUnary(call, { orgId: org.id }, options);
    await expect(ask()).rejects.toMatchObject({ status: 404 });
    const eduConfig = { allowedDomains: ['uni.edu'], sessionQuota: { requests: 10 } };
    await patch(`/api/orgs/${org.id}/edu-config`, { eduConfig });
    expect(await ask()).toMatchObject({
      config: { allowedDomains: ['uni.edu'], sessionTtlSeconds: 86_400, quotaRequests: 10n },
    });
    const suspended = { suspended: true };
    await orgs.send('patch', `/api/admin/orgs/${org.id}`, operator).send(suspended).expect(200);
    await expect(ask()).rejects.toMatchObject({ status: 404 });
  });
});
