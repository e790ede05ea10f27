import { OrgPolicy } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { anonymousIdentity, type CallerIdentity } from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { personalPolicy } from './caller-policy';
import { checkPermission } from './check-permission';
import { PolicyKeeper } from './policy-keeper';
import type { PolicyChanges, PolicySource } from './policy-source';

type Fields = Parameters<typeof OrgPolicy.fromPartial>[0];

class Orgs implements PolicySource {
  loads = 0;
  isAway = false;
  policy: Fields = {};
  changes: PolicyChanges = { orgIds: [], sequence: 0n, isReset: false };

  load(orgId: string): Promise<OrgPolicy> {
    this.loads += 1;
    return this.#answer(OrgPolicy.fromPartial({ orgId, ...this.policy }));
  }

  loadModeration(): Promise<[]> {
    return this.#answer<[]>([]);
  }

  listChanges(afterSequence: bigint): Promise<PolicyChanges> {
    const isNews = this.changes.sequence > afterSequence;
    return this.#answer(isNews ? this.changes : { ...this.changes, orgIds: [] });
  }

  change(sequence: bigint, policy: Fields): void {
    this.policy = { ...policy, sequence };
    this.changes = { orgIds: ['org_1'], sequence, isReset: false };
  }

  #answer<Value>(value: Value): Promise<Value> {
    return this.isAway ? Promise.reject(new Error('away')) : Promise.resolve(value);
  }
}

const caller: CallerIdentity = {
  ...anonymousIdentity,
  kind: 'standard_key',
  org: { orgId: 'org_1', teamId: '', memberId: 'mem_1' },
};
const acme: Fields = {
  org: { allowedModels: ['acme/*'], monthlyBudgetNanos: 9n, breakerHourNanos: 7n },
  teams: [
    {
      teamId: 'team_1',
      name: 'R&D',
      permissionScope: ['inference'],
      scope: { allowedModels: ['acme/chat', 'other/chat'], breakerMinuteNanos: 5n },
    },
  ],
  members: [{ memberId: 'mem_1', teamId: 'team_1', scope: { monthlyBudgetNanos: 3n } }],
};

function setUp(): { orgs: Orgs; keeper: PolicyKeeper; clock: { nowMs: number } } {
  const orgs = new Orgs();
  orgs.policy = acme;
  const clock = { nowMs: 1_000 };
  const keeper = new PolicyKeeper({
    source: orgs,
    getNowMs: () => clock.nowMs,
    onPlatformChange: () => Promise.resolve(),
    logger: silentLogger,
  });
  return { orgs, keeper, clock };
}

describe('the policy over a caller', () => {
  it('is the personal one for a caller without an organization', () => {
    expect(setUp().keeper.findFor(anonymousIdentity)).toBe(personalPolicy);
  });

  it('joins the layers of member, team and organization', async () => {
    const policy = await setUp().keeper.findFor(caller);
    expect(policy).toMatchObject({ orgId: 'org_1', teamId: 'team_1', memberId: 'mem_1' });
    expect(policy.allowsModel?.('acme/chat')).toBe(true);
    expect(policy.allowsModel?.('acme/other')).toBe(false);
    expect(policy.allowsModel?.('other/chat')).toBe(false);
    expect(policy.limits.map(({ scope, window, rule }) => `${scope} ${window} ${rule}`)).toEqual([
      'team minute settled',
      'org hour settled',
      'member monthly reserved',
      'org monthly reserved',
    ]);
    expect(() => checkPermission(policy, 'inference')).not.toThrow();
    expect(() => checkPermission(policy, 'images')).toThrow('Team R&D');
  });

  it('is loaded once for many calls at the same time', async () => {
    const { keeper, orgs } = setUp();
    await Promise.all(Array.from({ length: 50 }, async () => keeper.findFor(caller)));
    expect(keeper.findFor(caller)).not.toBeInstanceOf(Promise);
    expect(orgs.loads).toBe(1);
  });

  it('is the new one after a change', async () => {
    const { keeper, orgs } = setUp();
    await keeper.findFor(caller);
    orgs.change(4n, { ...acme, org: { allowedModels: ['none/*'] } });
    await keeper.refresh();
    expect((await keeper.findFor(caller)).allowsModel?.('acme/chat')).toBe(false);
    expect(orgs.loads).toBe(2);
  });

  it('is loaded again when loading failed after a change', async () => {
    const { keeper, orgs } = setUp();
    await keeper.findFor(caller);
    orgs.change(4n, { ...acme, isSuspended: true });
    orgs.isAway = true;
    await keeper.refresh();
    expect((await keeper.findFor(caller)).orgId).toBe('org_1');
    orgs.isAway = false;
    await keeper.refresh();
    expect(() => keeper.findFor(caller)).toThrow('suspended');
  });

  it('refuses former members, deleted teams, and all of a suspended organization', async () => {
    const { keeper, orgs } = setUp();
    const left = { ...caller, org: { orgId: 'org_1', teamId: '', memberId: 'mem_9' } };
    const teamless = { ...caller, org: { orgId: 'org_1', teamId: 'team_9', memberId: '' } };
    await expect(keeper.findFor(left)).rejects.toMatchObject({ reason: 'forbidden' });
    expect(() => keeper.findFor(teamless)).toThrow(AppError);
    orgs.change(2n, { ...acme, isDeleted: true });
    await keeper.refresh();
    expect(() => keeper.findFor(caller)).toThrow('suspended');
  });

  it('refuses uncached organizations while orgs is away, and serves cached ones', async () => {
    const { clock, keeper, orgs } = setUp();
    await keeper.findFor(caller);
    orgs.isAway = true;
    const stranger = { ...caller, org: { orgId: 'org_2', teamId: '', memberId: '' } };
    await expect(keeper.findFor(stranger)).rejects.toMatchObject({ reason: 'overloaded' });
    clock.nowMs += 299_000;
    expect(keeper.findFor(caller)).toMatchObject({ orgId: 'org_1' });
    clock.nowMs += 2_000;
    await expect(keeper.findFor(caller)).rejects.toMatchObject({ reason: 'overloaded' });
  });
});
