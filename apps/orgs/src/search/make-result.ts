import type { Membership } from '@tollgate/org-access';
import type { Organization } from '../organizations/organization';
import type { AccountMatches, FoundCall, NamedModel } from './ports';
import type { SearchResult } from './search-result';

export function makeKeyResult(
  key: AccountMatches['keys'][number],
  memberships: readonly Membership[],
): SearchResult {
  const { keyId: id, name: title, orgId, prefix, suffix } = key;
  const org = findOrg(orgId, memberships);
  return { kind: 'key', id, title, detail: `${prefix}…${suffix}`, org };
}

export function makeUserResult(user: AccountMatches['users'][number]): SearchResult {
  const { email, name, userId: id } = user;
  return { kind: 'user', id, title: name || email, detail: email, org: null };
}

export function makeModelResult({ modelId: id, name }: NamedModel): SearchResult {
  return { kind: 'model', id, title: name || id, detail: id, org: null };
}

export function makeOwnOrgResult({ orgId: id, orgName: title, role }: Membership): SearchResult {
  return { kind: 'organization', id, title, detail: role, org: null };
}

export function makeOrgResult({ id, name: title, slug }: Organization): SearchResult {
  return { kind: 'organization', id, title, detail: slug, org: null };
}

/** The wallet of an organization has the id of the organization. */
export function makeCallResult(call: FoundCall, memberships: readonly Membership[]): SearchResult {
  const { generationId: id, model: detail, walletId } = call;
  return { kind: 'call', id, title: id, detail, org: findOrg(walletId, memberships) };
}

function findOrg(id: string, memberships: readonly Membership[]): SearchResult['org'] {
  const found = memberships.find(({ orgId }) => orgId === id);
  return found === undefined ? null : { id, name: found.orgName };
}
