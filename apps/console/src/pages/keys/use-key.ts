import { useQuery } from '@tanstack/react-query';
import { useOwnOrganization } from '../orgs/org-queries';
import { accountKeys, makeOrgKeys, type Key } from './key-desk';

/**
 * A key by its id, even if it has ended. Undefined until it is read; null if there is none, or the
 * viewer may not read it.
 */
export function useKey(id: string | null, orgId: string | null): Key | null | undefined {
  const desk = orgId === null ? accountKeys : makeOrgKeys(orgId);
  const mayRead = useMayReadKeys(orgId);
  const found = useQuery({
    queryKey: [...desk.queryKey, 'one', id],
    queryFn: async () => (await desk.list({ id: id ?? '' })).keys[0] ?? null,
    enabled: id !== null && mayRead === true,
  });
  if (id === null || mayRead === false || found.isError) return null;
  return found.data;
}

/** Members of an organization do not read its keys. Undefined until the role is known. */
function useMayReadKeys(orgId: string | null): boolean | undefined {
  const own = useOwnOrganization(orgId ?? '');
  if (orgId === null) return true;
  return own && own.role !== 'member' && own.role !== 'teacher';
}
