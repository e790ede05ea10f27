import { openAccount, type Account } from './accounts';
import type { Gateway } from './gateway';

export interface OrgMember {
  readonly account: Account;
  readonly memberId: string;
}

/** Two teams and a member of every role; the team_admin and the member are in the own team. */
export interface OrgWithRoles {
  readonly orgId: string;
  readonly ownTeamId: string;
  readonly otherTeamId: string;
  readonly orgAdmin: OrgMember;
  readonly billingViewer: OrgMember;
  readonly teamAdmin: OrgMember;
  readonly member: OrgMember;
  readonly teacher: OrgMember;
  /** A member of the other team. */
  readonly otherMember: OrgMember;
  /** A user who is not a member. */
  readonly stranger: Account;
}

/** One call of the founder that must succeed. */
async function make(
  gateway: Gateway,
  founder: Account,
  path: string,
  body: object,
): Promise<string> {
  const answer = await gateway.call(path, { cookie: founder.cookie, body });
  if (answer.status !== 201) throw new Error(`${path} answered ${answer.status} ${answer.text}`);
  return answer.json.id as string;
}

export async function openOrg(gateway: Gateway, founder: Account): Promise<string> {
  return make(gateway, founder, '/api/orgs', { name: 'Acme' });
}

export async function openOrgWithRoles(gateway: Gateway): Promise<OrgWithRoles> {
  const people = await Promise.all(Array.from({ length: 7 }, () => openAccount(gateway)));
  const [founder, viewer, leader, plain, teaching, other, stranger] = people as [
    ...[Account, Account, Account, Account, Account, Account, Account],
  ];
  const orgId = await openOrg(gateway, founder);
  const path = `/v1/orgs/${orgId}`;
  const [ownTeamId, otherTeamId] = await Promise.all(
    ['Own', 'Other'].map((name) => make(gateway, founder, `${path}/teams`, { name })),
  );
  const add = async (account: Account, place: object): Promise<OrgMember> => {
    const body = { email: account.email, ...place };
    return { account, memberId: await make(gateway, founder, `${path}/members`, body) };
  };
  const list = await gateway.call(`${path}/members`, { cookie: founder.cookie });
  const orgAdmin = { account: founder, memberId: list.json.members[0].id as string };
  const [billingViewer, teamAdmin, member, teacher, otherMember] = await Promise.all([
    add(viewer, { role: 'billing_viewer' }),
    add(leader, { role: 'team_admin', teamId: ownTeamId }),
    add(plain, { teamId: ownTeamId }),
    add(teaching, { role: 'teacher' }),
    add(other, { teamId: otherTeamId }),
  ]);
  return {
    orgId,
    ownTeamId: ownTeamId ?? '',
    otherTeamId: otherTeamId ?? '',
    ...{ orgAdmin, billingViewer, teamAdmin, member, teacher, otherMember, stranger },
  };
}
