import { useQuery } from '@tanstack/react-query';
import { useOrganizations } from '../orgs/org-queries';
import { accountKeys, makeOrgKeys, type Key, type KeyDesk } from './key-desk';

/**
 * A key by its id, even if it has ended. Undefined until it is read; null if the id is unknown or
 * the viewer may not read the key.
 */
export function useKey(id: string | null, orgId: string | null): Key | null | undefined {
  const desk = getDesk(orgId);
  const mayRead = useMayReadKeys(orgId);
  const found = useQuery({
    queryKey: [...desk.queryKey, 'one', id],
    queryFn: async () => (await desk.list({ id: id ?? '' })).keys[0] ?? null,
    enabled: id !== null && mayRead === true,
  });
  if (id === null || mayRead === false || found.isError) return null;
  return found.data;
}

export function getDesk(orgId: string | null): KeyDesk {
  return orgId === null ? accountKeys : makeOrgKeys(orgId);
}

/** Members of an organization do not read its keys. Undefined until the role is known. */
export function useMayReadKeys(orgId: string | null): boolean | undefined {
  const { data, isError } = useOrganizations(orgId !== null);
  if (orgId === null) return true;
  if (data === undefined) return isError ? false : undefined;
  const role = data.organizations.find(({ id }) => id === orgId)?.role;
  return role !== undefined && role !== 'member' && role !== 'teacher';
}
