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
} from '../../api/generated/types.gen';

export function useOrganizations(): UseQueryResult<ListOrganizationsResponse> {
  return useQuery({ queryKey: ['organizations'], queryFn: () => read(listOrganizations()) });
}

export function useOrganization(orgId: string): UseQueryResult<GetOrganizationResponse> {
  return useQuery({
    queryKey: ['org', orgId],
    queryFn: () => read(getOrganization({ path: { orgId } })),
  });
}

export function useTeams(orgId: string): UseQueryResult<ListTeamsResponse> {
  return useQuery({
    queryKey: ['org', orgId, 'teams'],
    queryFn: () => read(listTeams({ path: { orgId } })),
  });
}

export function useMembers(orgId: string): UseQueryResult<ListMembersResponse> {
  return useQuery({
    queryKey: ['org', orgId, 'members'],
    queryFn: () => read(listMembers({ path: { orgId } })),
  });
}
