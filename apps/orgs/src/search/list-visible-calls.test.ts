import { type Membership, orgRoles } from '@tollgate/org-access';
import { listVisibleCalls } from './list-visible-calls';

const membership: Membership = {
  orgId: 'org_1',
  orgName: 'Acme',
  memberId: 'mem_1',
  userId: 'user_1',
  role: 'org_admin',
  isOwner: false,
  teamId: 'team_1',
  joinedAt: new Date(0),
  isOrgSuspended: false,
};

const own = { walletId: 'user_1' };

describe('the calls that a search includes', () => {
  it('depend on the role in the organization', () => {
    const scopes = orgRoles.map((role) => [
      role,
      ...listVisibleCalls('user_1', [{ ...membership, role }]).slice(1),
    ]);
    expect(scopes).toEqual([
      ['org_admin', { walletId: 'org_1' }],
      ['billing_viewer', { walletId: 'org_1' }],
      ['team_admin', { walletId: 'org_1', teamId: 'team_1' }],
      ['member', { walletId: 'org_1', memberId: 'mem_1' }],
      ['teacher'],
    ]);
  });

  it('exclude suspended organizations, and all teams for a team_admin without a team', () => {
    const suspended = { ...membership, isOrgSuspended: true };
    const teamless = { ...membership, role: 'team_admin', teamId: '' } as const;
    expect(listVisibleCalls('user_1', [suspended, teamless])).toEqual([own]);
  });
});
