import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Key, KeyQuery } from './key-desk';
import { listKeyNames } from './name-key';
import { getDesk, useKey, useMayReadKeys } from './use-key';

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
): Readonly<Record<string, string>> {
  const ofCurrent = useKeyPage(orgId, current);
  const ofDeleted = useKeyPage(orgId, deleted);
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

/** Names of these keys, by id; without those that the viewer may not read. */
export function useNamesOfKeys(
  orgId: string | null,
  ids: readonly string[],
): Readonly<Record<string, string>> {
  const keys = useKeyPage(orgId, { id: ids.join(',') }, ids.length > 0);
  return useMemo(() => listKeyNames(keys ?? []), [keys]);
}

function useKeyPage(
  orgId: string | null,
  query: KeyQuery,
  isEnabled = true,
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
