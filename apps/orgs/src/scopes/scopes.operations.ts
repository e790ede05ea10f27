import { defineOperations } from '@tollgate/http';
import { readAllowedModels, readBreaker, writeAllowedModels, writeBreaker } from './scope-fields';

const forAdmins = 'For org_admin.';
const forTeams = 'For org_admin, and for team_admin within the own team.';
const [org, team, member] = ['an organization', 'a team', 'a member'] as const;

export const scopeOperations = defineOperations({
  'GET /api/orgs/{orgId}/allowed-models': {
    id: 'getOrganizationModels',
    ...readAllowedModels(org),
  },
  'PATCH /api/orgs/{orgId}/allowed-models': {
    id: 'setOrganizationModels',
    ...writeAllowedModels(org),
  },
  'GET /api/orgs/{orgId}/teams/{teamId}/allowed-models': {
    id: 'getTeamModels',
    ...readAllowedModels(team),
  },
  'PATCH /api/orgs/{orgId}/teams/{teamId}/allowed-models': {
    id: 'setTeamModels',
    ...writeAllowedModels(team),
  },
  'GET /api/orgs/{orgId}/members/{memberId}/allowed-models': {
    id: 'getMemberModels',
    ...readAllowedModels(member),
  },
  'PATCH /api/orgs/{orgId}/members/{memberId}/allowed-models': {
    id: 'setMemberModels',
    ...writeAllowedModels(member),
  },
  'GET /api/orgs/{orgId}/circuit-breaker': {
    id: 'getOrganizationBreaker',
    ...readBreaker(org, forAdmins),
  },
  'PATCH /api/orgs/{orgId}/circuit-breaker': {
    id: 'setOrganizationBreaker',
    ...writeBreaker(org, forAdmins),
  },
  'GET /api/orgs/{orgId}/teams/{teamId}/circuit-breaker': {
    id: 'getTeamBreaker',
    ...readBreaker(team, forTeams),
  },
  'PATCH /api/orgs/{orgId}/teams/{teamId}/circuit-breaker': {
    id: 'setTeamBreaker',
    ...writeBreaker(team, forTeams),
  },
  'GET /api/orgs/{orgId}/members/{memberId}/circuit-breaker': {
    id: 'getMemberBreaker',
    ...readBreaker(member, forTeams),
  },
  'PATCH /api/orgs/{orgId}/members/{memberId}/circuit-breaker': {
    id: 'setMemberBreaker',
    ...writeBreaker(member, forTeams),
  },
});
