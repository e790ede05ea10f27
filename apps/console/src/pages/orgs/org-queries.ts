import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { read } from '../../api/client';
import {
  getOrganization,
  listMembers,
  listOrganizations,
  listTeams,
} from '../../api/generated/sdk.gen';
import type {
  GetOrganizationResponse,
  ListMembersResponse,
  ListOrganizationsResponse,
  ListTeamsResponse,
  OwnOrganization,
} from '../../api/generated/types.gen';

export function useOrganizations(isEnabled = true): UseQueryResult<ListOrganizationsResponse> {
  return useQuery({
    queryKey: ['organizations'],
    queryFn: () => read(listOrganizations()),
    enabled: isEnabled,
  });
}

/** The name of an organization of the viewer; its id until the name is read. */
export function useOrgName(orgId: string): string {
  return useOwnOrganization(orgId)?.name ?? orgId;
}

/** What the viewer is in an organization; undefined until it is read, and for strangers. */
export function useOwnOrganization(orgId: string): OwnOrganization | undefined {
  return useOrganizations().data?.organizations.find(({ id }) => id === orgId);
}

export function useOrganization(orgId: string): UseQueryResult<GetOrganizationResponse> {
  return useQuery({
    queryKey: ['org', orgId],
    queryFn: () => read(getOrganization({ path: { orgId } })),
  });
}

/** Teams and members are for administrators: other roles read neither. */
export function useTeams(orgId: string, isEnabled = true): UseQueryResult<ListTeamsResponse> {
  return useQuery({
    queryKey: ['org', orgId, 'teams'],
    queryFn: () => read(listTeams({ path: { orgId } })),
    enabled: isEnabled,
  });
}

export function useMembers(orgId: string, isEnabled = true): UseQueryResult<ListMembersResponse> {
  return useQuery({
    queryKey: ['org', orgId, 'members'],
    queryFn: () => read(listMembers({ path: { orgId } })),
    enabled: isEnabled,
  });
}
