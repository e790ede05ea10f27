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
  /** Everything `run` does through the stores it is given happens, or nothing of it. */
  withTransaction<T>(run: (stores: Stores) => Promise<T>): Promise<T>;
  /** All that `run` reads is of one moment. */
  withSnapshot<T>(run: (stores: Stores) => Promise<T>): Promise<T>;
}
