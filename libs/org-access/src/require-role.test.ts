import { anonymousIdentity, type CallerIdentity } from '@tollgate/identity';
import type { Membership, MembershipSource } from './membership';
import { requireOrgRole, requireOwnTeam } from './require-role';

const membership: Membership = {
  orgId: 'org_1',
  orgName: 'Acme',
  memberId: 'mem_1',
  userId: 'user_1',
  role: 'team_admin',
  isOwner: false,
  teamId: 'team_1',
  joinedAt: new Date(0),
  isOrgSuspended: false,
};
const session: CallerIdentity = { ...anonymousIdentity, kind: 'session', userId: 'user_1' };
const need = { orgId: 'org_1', roles: ['org_admin', 'team_admin'], requestId: 'req_1' } as const;

function sourceOf(found: Membership): MembershipSource {
  return {
    find: (orgId, userId) =>
      Promise.resolve(orgId === found.orgId && userId === found.userId ? found : undefined),
  };
}

describe('the role check of an organization', () => {
  it('accepts a required role', async () => {
    await expect(requireOrgRole(session, need, sourceOf(membership))).resolves.toBe(membership);
  });

  it('forbids other roles, and everyone while the organization is suspended', async () => {
    const plain = { ...membership, role: 'member' } as const;
    const suspended = { ...membership, isOrgSuspended: true };
    for (const found of [plain, suspended]) {
      const asked = requireOrgRole(session, need, sourceOf(found));
      await expect(asked).rejects.toMatchObject({ reason: 'forbidden' });
    }
  });

  it('answers not_found to outsiders and keys of another organization', async () => {
    const org = { orgId: 'org_2', teamId: '', memberId: '' };
    const strangers = [
      { ...session, userId: 'user_2' },
      { ...session, userId: '' },
      { ...session, kind: 'management_key', org } as const,
    ];
    for (const caller of strangers) {
      const asked = requireOrgRole(caller, need, sourceOf(membership));
      await expect(asked).rejects.toMatchObject({ reason: 'not_found' });
    }
  });

  it('stays inside the own team of a team_admin', () => {
    expect(() => requireOwnTeam(membership, 'team_1')).not.toThrow();
    expect(() => requireOwnTeam(membership, 'team_2')).toThrow('own team');
    expect(() => requireOwnTeam({ ...membership, teamId: '' }, '')).toThrow('own team');
    expect(() => requireOwnTeam({ ...membership, role: 'org_admin' }, 'team_2')).not.toThrow();
  });
});
