import type { Handlers } from '@tollgate/http';
import type { adminOrgOperations } from './admin-orgs.operations';
import {
  addMemberAsOperatorRoute,
  createOrgAsOperatorRoute,
  listAllOrgsRoute,
  updateOrgAsOperatorRoute,
} from './admin-orgs.route';
import { getAllowedModelsRoute, updateAllowedModelsRoute } from './allowed-models.route';
import { getBreakerRoute, updateBreakerRoute } from './circuit-breaker.route';
import { createByokHandlers } from './byok-keys.route';
import { createContentFilterHandlers } from './content-filters.route';
import { getEduConfigRoute, updateEduConfigRoute } from './edu-config.route';
import type { HandlersOptions } from './handlers-options';
import {
  acceptInvitationRoute,
  cancelInvitationRoute,
  createInvitationRoute,
  listInvitationsRoute,
} from './invitations.route';
import {
  addMemberRoute,
  listMembersRoute,
  removeMemberRoute,
  updateMemberRoute,
} from './members.route';
import { createModerationHandlers } from './moderation.route';
import type { operations } from './operations';
import { createOrgRoute, getOrgRoute, listOrgsRoute, updateOrgRoute } from './orgs.route';
import { createReportHandlers } from './reports.route';
import type { scopeOperations } from './scopes.operations';
import { createTeamRoute, deleteTeamRoute, listTeamsRoute, updateTeamRoute } from './teams.route';

export function createHandlers(options: HandlersOptions): Handlers<typeof operations> {
  const { getOrg, idempotency, viewMembers, viewTeams } = options;
  return {
    'GET /v1/orgs': listOrgsRoute(options.listOrgs),
    'POST /api/orgs': createOrgRoute(options.createOrg, getOrg, idempotency),
    'GET /v1/orgs/{orgId}': getOrgRoute(getOrg),
    'PATCH /v1/orgs/{orgId}': updateOrgRoute(options.updateOrg, getOrg),
    'GET /v1/orgs/{orgId}/teams': listTeamsRoute(options.listTeams),
    'POST /v1/orgs/{orgId}/teams': createTeamRoute(options.createTeam, viewTeams, idempotency),
    'PATCH /v1/orgs/{orgId}/teams/{teamId}': updateTeamRoute(options.updateTeam, viewTeams),
    'DELETE /v1/orgs/{orgId}/teams/{teamId}': deleteTeamRoute(options.deleteTeam),
    'GET /v1/orgs/{orgId}/members': listMembersRoute(options.listMembers),
    'POST /v1/orgs/{orgId}/members': addMemberRoute(options.addMember, viewMembers, idempotency),
    'PATCH /v1/orgs/{orgId}/members/{memberId}': updateMemberRoute(
      options.updateMember,
      viewMembers,
    ),
    'DELETE /v1/orgs/{orgId}/members/{memberId}': removeMemberRoute(options.removeMember),
    'GET /api/orgs/{orgId}/invitations': listInvitationsRoute(options.listInvitations),
    'POST /api/orgs/{orgId}/invitations': createInvitationRoute(
      options.createInvitation,
      idempotency,
    ),
    'DELETE /api/orgs/{orgId}/invitations/{id}': cancelInvitationRoute(options.cancelInvitation),
    'POST /api/invitations/{token}/accept': acceptInvitationRoute(
      options.acceptInvitation,
      viewMembers,
    ),
    'GET /api/orgs/{orgId}/edu-config': getEduConfigRoute(options.getEduConfig),
    'PATCH /api/orgs/{orgId}/edu-config': updateEduConfigRoute(options.updateEduConfig),
    ...createAdminHandlers(options),
    ...createScopeHandlers(options),
    ...createContentFilterHandlers(options),
    ...createByokHandlers(options),
    ...createModerationHandlers(options),
    ...createReportHandlers(options),
  };
}

function createAdminHandlers(options: HandlersOptions): Handlers<typeof adminOrgOperations> {
  const { addMemberAsOperator, createOrgAsOperator, idempotency, viewMembers } = options;
  return {
    'GET /api/admin/orgs': listAllOrgsRoute(options.listAllOrgs),
    'POST /api/admin/orgs': createOrgAsOperatorRoute(createOrgAsOperator, idempotency),
    'PATCH /api/admin/orgs/{id}': updateOrgAsOperatorRoute(options.updateOrgAsOperator),
    'POST /api/admin/orgs/{id}/members': addMemberAsOperatorRoute(
      addMemberAsOperator,
      viewMembers,
      idempotency,
    ),
  };
}

function createScopeHandlers(options: HandlersOptions): Handlers<typeof scopeOperations> {
  const { getAllowedModels, getBreaker, updateAllowedModels, updateBreaker } = options;
  const [org, team, member] = [
    '/api/orgs/{orgId}',
    '/api/orgs/{orgId}/teams/{teamId}',
    '/api/orgs/{orgId}/members/{memberId}',
  ] as const;
  return {
    [`GET ${org}/allowed-models`]: getAllowedModelsRoute(getAllowedModels, 'org'),
    [`PATCH ${org}/allowed-models`]: updateAllowedModelsRoute(updateAllowedModels, 'org'),
    [`GET ${team}/allowed-models`]: getAllowedModelsRoute(getAllowedModels, 'team'),
    [`PATCH ${team}/allowed-models`]: updateAllowedModelsRoute(updateAllowedModels, 'team'),
    [`GET ${member}/allowed-models`]: getAllowedModelsRoute(getAllowedModels, 'member'),
    [`PATCH ${member}/allowed-models`]: updateAllowedModelsRoute(updateAllowedModels, 'member'),
    [`GET ${org}/circuit-breaker`]: getBreakerRoute(getBreaker, 'org'),
    [`PATCH ${org}/circuit-breaker`]: updateBreakerRoute(updateBreaker, getBreaker, 'org'),
    [`GET ${team}/circuit-breaker`]: getBreakerRoute(getBreaker, 'team'),
    [`PATCH ${team}/circuit-breaker`]: updateBreakerRoute(updateBreaker, getBreaker, 'team'),
    [`GET ${member}/circuit-breaker`]: getBreakerRoute(getBreaker, 'member'),
    [`PATCH ${member}/circuit-breaker`]: updateBreakerRoute(updateBreaker, getBreaker, 'member'),
  } as Handlers<typeof scopeOperations>;
}
