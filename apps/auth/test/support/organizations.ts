import type { CallerIdentity } from '@tollgate/identity';
import { makeId } from '@tollgate/ids';
import type { OrgRole } from '@tollgate/org-access';
import { signUp, type CreatedKey, type SignedUp } from './accounts';
import type { FakeOrg } from './fake-orgs';
import type { AuthUnderTest } from './start-auth';

export interface Member extends SignedUp {
  readonly memberId: string;
}

export interface Organization {
  readonly orgId: string;
  readonly org: FakeOrg;
  readonly admin: Member;
}

export async function openOrganization(auth: AuthUnderTest): Promise<Organization> {
  const orgId = makeId('organization');
  const org = auth.orgs.addOrg(orgId);
  return { orgId, org, admin: await join(auth, org, 'org_admin') };
}

export async function join(
  auth: AuthUnderTest,
  org: FakeOrg,
  role: OrgRole,
  teamId?: string,
): Promise<Member> {
  const person = await signUp(auth);
  const { memberId } = auth.orgs.addMember(org, person.userId, role, teamId);
  return { ...person, memberId };
}

export async function createOrgKey(
  auth: AuthUnderTest,
  { orgId }: Organization,
  by: Partial<CallerIdentity>,
  body: Record<string, unknown> = {},
): Promise<CreatedKey> {
  const path = `/api/orgs/${orgId}/keys`;
  const answer = await auth.send('post', path, by).send({ name: 'ci', ...body });
  if (answer.status !== 201) throw new Error(`org key: ${answer.status} ${answer.text}`);
  return answer.body as CreatedKey;
}

/** What the edge would say about a request with a management key of an organization. */
export function asOrgManager(
  { orgId }: Organization,
  person: Member,
  key: CreatedKey,
): Partial<CallerIdentity> {
  return {
    ...person.caller,
    kind: 'management_key',
    keyId: key.id,
    sessionId: '',
    walletId: orgId,
    org: { orgId, teamId: '', memberId: person.memberId },
  };
}
