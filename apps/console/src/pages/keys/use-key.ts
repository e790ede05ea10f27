import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useOrganizations } from '../orgs/org-queries';
import { accountKeys, makeOrgKeys, type Key, type KeyDesk, type KeyQuery } from './key-desk';
import { listKeyNames } from './name-key';

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

/** As many as the API lists at once. */
const limit = 100;
const current = { limit, sort: 'createdAt', order: 'desc' } as const;
const deleted = { limit, status: 'deleted', sort: 'deletedAt', order: 'desc' } as const;

/**
 * Names of keys to choose from, by id: the newest, the last deleted ones, and the one that is
 * chosen even if it is neither.
 */
export function useKeyNames(
  orgId: string | null,
  chosenId: string | undefined,
  isEnabled = true,
): Readonly<Record<string, string>> {
  const ofCurrent = useKeyPage(orgId, current, isEnabled);
  const ofDeleted = useKeyPage(orgId, deleted, isEnabled);
  const listed = useMemo(
    () => [...(ofCurrent ?? []), ...(ofDeleted ?? [])],
    [ofCurrent, ofDeleted],
  );
  const isRead = ofCurrent !== undefined && ofDeleted !== undefined;
  const isMissing = isRead && !listed.some(({ id }) => id === chosenId);
  const chosen = useKey(isMissing ? (chosenId ?? null) : null, orgId);
  return useMemo(
    () => listKeyNames(chosen == null ? listed : [...listed, chosen]),
    [chosen, listed],
  );
}

function useKeyPage(
  orgId: string | null,
  query: KeyQuery,
  isEnabled: boolean,
): readonly Key[] | undefined {
  const desk = getDesk(orgId);
  const mayRead = useMayReadKeys(orgId) === true;
  const page = useQuery({
    queryKey: [...desk.queryKey, 'names', query],
    queryFn: () => desk.list(query),
    enabled: isEnabled && mayRead,
  });
  return page.data?.keys;
}

function getDesk(orgId: string | null): KeyDesk {
  return orgId === null ? accountKeys : makeOrgKeys(orgId);
}

/** Members of an organization do not read its keys. Undefined until the role is known. */
function useMayReadKeys(orgId: string | null): boolean | undefined {
  const { data, isError } = useOrganizations(orgId !== null);
  if (orgId === null) return true;
  if (data === undefined) return isError ? false : undefined;
  const role = data.organizations.find(({ id }) => id === orgId)?.role;
  return role !== undefined && role !== 'member' && role !== 'teacher';
}
