export { createFindCallScope, type CallScope, type FindCallScope } from './find-call-scope';
export { orgRoles, type Membership, type MembershipSource, type OrgRole } from './membership';
export { requireOrgRole, requireOwnTeam } from './require-role';
