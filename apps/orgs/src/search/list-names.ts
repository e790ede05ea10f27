import { isId } from '@tollgate/ids';
import type { OrganizationStore } from '../organizations/ports';
import type { SearchSources } from './ports';

/** The name of a user or an organization, for operators. */
export interface OwnerName {
  readonly id: string;
  readonly kind: 'user' | 'organization';
  /** Of a user without a name, the mail address. */
  readonly name: string;
}

export type ListNames = (
  ids: readonly string[],
  requestId: string,
) => Promise<readonly OwnerName[]>;

/** Ids that are unknown, of a deleted user or of something else are left out. */
export function listNamesUseCase(ports: {
  readonly organizations: Pick<OrganizationStore, 'listNames'>;
  readonly sources: Pick<SearchSources, 'listUsers'>;
}): ListNames {
  const { organizations, sources } = ports;

  async function listUserNames(
    ids: readonly string[],
    requestId: string,
  ): Promise<readonly OwnerName[]> {
    if (ids.length === 0) return [];
    const users = await sources.listUsers(ids, requestId);
    return ids.flatMap((id, index): readonly OwnerName[] => {
      const name = users[index]?.name ?? users[index]?.email;
      return name == null ? [] : [{ id, kind: 'user', name }];
    });
  }

  async function listOrgNames(ids: readonly string[]): Promise<readonly OwnerName[]> {
    if (ids.length === 0) return [];
    const found = await organizations.listNames(ids);
    return found.map(({ id, name }) => ({ id, kind: 'organization', name }));
  }

  return async (ids, requestId) => {
    const unique = [...new Set(ids)];
    const [users, orgs] = await Promise.all([
      listUserNames(
        unique.filter((id) => isId('user', id)),
        requestId,
      ),
      listOrgNames(unique.filter((id) => isId('organization', id))),
    ]);
    return [...users, ...orgs];
  };
}
