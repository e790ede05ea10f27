export { createFindCallScope, type CallScope, type FindCallScope } from './find-call-scope';
export {
  orgRoles,
  rolesWithCalls,
  type Membership,
  type MembershipSource,
  type OrgRole,
} from './membership';
export { requireOrgRole, requireOwnTeam } from './require-role';
export { requireSeesMembers, seesMembers } from './sees-members';
