import type { ByokStore } from '../byok/ports';
import type { RuleStore } from '../content-filters/ports';
import type { InvitationStore } from '../invitations/ports';
import type { MemberStore } from '../members/ports';
import type { ModerationRuleStore } from '../moderation/ports';
import type { OrganizationStore } from '../organizations/ports';
import type { PolicyStore } from '../policy/ports';
import type { LayerStore } from '../scopes/ports';
import type { TeamStore } from '../teams/ports';
import type { TodoStore } from '../todos/ports';
import type { AuditTrail } from './audit';

export interface Clock {
  now(): Date;
}

export interface Stores {
  readonly organizations: OrganizationStore;
  readonly teams: TeamStore;
  readonly members: MemberStore;
  readonly layers: LayerStore;
  readonly invitations: InvitationStore;
  readonly todos: TodoStore;
  readonly byokKeys: ByokStore;
  readonly rules: RuleStore;
  readonly moderationRules: ModerationRuleStore;
  readonly policies: PolicyStore;
  readonly audit: AuditTrail;
}

export interface OrgDatabase extends Stores {
  /** Commits all writes of `run`, or none. */
  withTransaction<T>(run: (stores: Stores) => Promise<T>): Promise<T>;
  /** All reads of `run` see one snapshot. */
  withSnapshot<T>(run: (stores: Stores) => Promise<T>): Promise<T>;
}
