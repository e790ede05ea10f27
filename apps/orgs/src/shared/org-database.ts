import { createAuditOutbox } from '@tollgate/event-log';
import { reportAway, type Database, type Queryable } from '@tollgate/postgres';
import { createByokStore } from '../byok/byok-store';
import { createRuleStore } from '../content-filters/rule-store';
import { createInvitationStore } from '../invitations/invitation-store';
import { createMemberStore } from '../members/member-store';
import { createModerationRuleStore } from '../moderation/moderation-rule-store';
import { createOrganizationStore } from '../organizations/organization-store';
import { createPolicyStore } from '../policy/policy-store';
import { createLayerStore } from '../scopes/layer-store';
import { createTeamStore } from '../teams/team-store';
import { createTodoStore } from '../todos/todo-store';
import type { OrgDatabase, Stores } from './ports';

/** All tables of the service. An unreachable database is `overloaded`, not an internal error. */
export function createOrgDatabase(database: Database): OrgDatabase {
  const known = reportAway(database);
  const runIn =
    (isolation: 'read committed' | 'repeatable read') =>
    <T>(run: (stores: Stores) => Promise<T>): Promise<T> =>
      known.withTransaction((transaction) => run(createStores(transaction)), { isolation });
  return {
    ...createStores(known),
    withTransaction: runIn('read committed'),
    withSnapshot: runIn('repeatable read'),
  };
}

function createStores(sql: Queryable): Stores {
  return {
    organizations: createOrganizationStore(sql),
    teams: createTeamStore(sql),
    members: createMemberStore(sql),
    layers: createLayerStore(sql),
    invitations: createInvitationStore(sql),
    todos: createTodoStore(sql),
    byokKeys: createByokStore(sql),
    rules: createRuleStore(sql),
    moderationRules: createModerationRuleStore(sql),
    policies: createPolicyStore(sql),
    audit: createAuditOutbox(sql),
  };
}
