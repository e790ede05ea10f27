import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { read } from '../../api/client';
import {
  listInstitutionClasses,
  listInstitutionKeys,
  listInstitutionSessions,
} from '../../api/generated/sdk.gen';
import type {
  ListInstitutionClassesResponse,
  ListInstitutionKeysResponse,
  ListInstitutionSessionsResponse,
} from '../../api/generated/types.gen';
import { usePages } from '../../app/use-pages';

export type InstitutionKey = ListInstitutionKeysResponse['keys'][number];
export type InstitutionSession = ListInstitutionSessionsResponse['sessions'][number];
export type SessionStatus = InstitutionSession['status'];

const pageSize = 100;
/** Sessions begin and spend without the page: it reads them again this often. */
const renewMs = 15_000;

export function makeInstitutionKey(orgId: string): readonly string[] {
  return ['org', orgId, 'institution'];
}

export function useClasses(orgId: string): UseQueryResult<ListInstitutionClassesResponse> {
  return useQuery({
    queryKey: [...makeInstitutionKey(orgId), 'classes'],
    queryFn: () => read(listInstitutionClasses({ path: { orgId } })),
  });
}

export function useInstitutionKeys(orgId: string): UseQueryResult<ListInstitutionKeysResponse> {
  return useQuery({
    queryKey: [...makeInstitutionKey(orgId), 'keys'],
    queryFn: () => read(listInstitutionKeys({ path: { orgId } })),
  });
}

export interface SessionFilters {
  readonly keyId: string | undefined;
  readonly email: string | undefined;
  readonly status: SessionStatus | undefined;
}

interface SessionPage extends ListInstitutionSessionsResponse {
  readonly nextCursor: string | null;
}

export function useSessions(
  orgId: string,
  filters: SessionFilters,
): ReturnType<typeof usePages<SessionPage, object>> {
  return usePages(
    [...makeInstitutionKey(orgId), 'sessions'],
    filters,
    (query) => readSessions(orgId, query),
    () => renewMs,
  );
}

/** This list has offsets instead of cursors. */
async function readSessions(
  orgId: string,
  { cursor = '0', ...filters }: SessionFilters & { readonly cursor?: string },
): Promise<SessionPage> {
  const offset = Number(cursor);
  const query = { ...filters, offset, limit: pageSize };
  const page = await read(listInstitutionSessions({ path: { orgId }, query }));
  const hasMore = page.sessions.length === pageSize;
  return { ...page, nextCursor: hasMore ? String(offset + pageSize) : null };
}
