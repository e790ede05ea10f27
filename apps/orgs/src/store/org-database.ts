import { reportAway, type Database, type Queryable } from '@tollgate/postgres';
import type { OrgDatabase, Stores } from '../use-cases/ports';
import { createAuditOutbox } from './audit-outbox';
import { createByokStore } from './byok-store';
import { createInvitationStore } from './invitation-store';
import { createLayerStore } from './layer-store';
import { createMemberStore } from './member-store';
import { createModerationRuleStore } from './moderation-rule-store';
import { createOrganizationStore } from './organization-store';
import { createPolicyStore } from './policy-store';
import { createRuleStore } from './rule-store';
import { createTeamStore } from './team-store';
import { createTodoStore } from './todo-store';

/** All tables of the service. A database that is away is `overloaded`, never an internal error. */
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
