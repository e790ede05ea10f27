import type { Membership, MembershipSource } from '@tollgate/org-access';
import type { EduConfig } from '../domain/edu-config';
import type { Invitation } from '../domain/invitation';
import type { BreakerSettings, Layer, Scope } from '../domain/layer';
import type { Member } from '../domain/member';
import type { Organization } from '../domain/organization';
import type { Team } from '../domain/team';
import type { Todo, Wish } from '../domain/todo';
import type { ByokStore } from './byok-ports';
import type { ModerationRuleStore } from './moderation-ports';
import type { RuleStore } from './rule-ports';

export interface Clock {
  now(): Date;
}

export interface OrgPage {
  readonly before: string | undefined;
  readonly limit: number;
}

export interface OrganizationStore {
  /** False when the slug is taken. */
  insert(org: Organization): Promise<boolean>;
  /** Deleted ones too. */
  find(orgId: string): Promise<Organization | undefined>;
  /** Nobody else changes the organization, its teams or its members until the transaction ends. */
  lock(orgId: string): Promise<Organization | undefined>;
  update(org: Organization): Promise<void>;
  /** Newest first, deleted ones too. */
  list(page: OrgPage): Promise<readonly Organization[]>;
  /** Ids of those that were deleted before and are not purged, oldest first. */
  listPurgeable(deletedBefore: Date, rowsMax: number): Promise<readonly string[]>;
  markPurged(orgId: string, now: Date): Promise<void>;
  getEduConfig(orgId: string): Promise<EduConfig | undefined>;
  updateEduConfig(orgId: string, config: EduConfig): Promise<void>;
}

export interface TeamStore {
  /** False when a living team has the name. */
  insert(team: Team): Promise<boolean>;
  /** False when another living team has the name. */
  update(team: Team): Promise<boolean>;
  /** A living one. */
  find(orgId: string, teamId: string): Promise<Team | undefined>;
  /** Living ones by name. */
  list(orgId: string): Promise<readonly Team[]>;
  /** Deleted ones too, by name. */
  listAll(orgId: string): Promise<readonly Team[]>;
  markDeleted(teamId: string, now: Date): Promise<void>;
}

export interface MemberStore extends MembershipSource {
  insert(member: Member): Promise<void>;
  update(member: Member): Promise<void>;
  /** One who has not left. */
  findMember(orgId: string, memberId: string): Promise<Member | undefined>;
  findByUser(orgId: string, userId: string): Promise<Member | undefined>;
  /** What the member is, for other services. */
  findMembership(orgId: string, memberId: string): Promise<Membership | undefined>;
  /** Organizations of a user, oldest membership first. */
  listMemberships(userId: string): Promise<readonly Membership[]>;
  /** Ids of the organizations a user is in, deleted ones too, in order. */
  listOrgIds(userId: string): Promise<readonly string[]>;
  /** Oldest first; those of one team when it is named. */
  list(orgId: string, teamId?: string): Promise<readonly Member[]>;
  /** Those of these who have left. */
  listLeft(orgId: string, memberIds: readonly string[]): Promise<readonly Member[]>;
  count(orgId: string): Promise<number>;
  countByTeam(orgId: string): Promise<ReadonlyMap<string, number>>;
  countAdmins(orgId: string): Promise<number>;
  /** How many organizations a user is in; no others are joined until the transaction ends. */
  lockCountOfUser(userId: string): Promise<number>;
  markLeft(memberId: string, now: Date): Promise<void>;
  /** Also those who left. */
  deleteAll(orgId: string): Promise<void>;
  /** Members of a team that goes stay without one. Ids of those. */
  leaveTeam(teamId: string): Promise<readonly string[]>;
}

export interface LayerStore {
  /** The layers that stand over a scope, nearest first; undefined: there is no such scope. */
  read(orgId: string, scope: Scope): Promise<readonly ScopeLayer[] | undefined>;
  updateAllowedModels(scope: Scope, patterns: readonly string[]): Promise<void>;
  updateBreaker(scope: Scope, settings: BreakerSettings): Promise<void>;
  /** Every living layer of an organization. */
  listAll(orgId: string): Promise<readonly ScopeLayer[]>;
}

export interface ScopeLayer extends Layer {
  readonly scope: Scope;
}

export interface PendingInvitation extends Invitation {
  /** How often its mail was begun, this time included. */
  readonly tries: number;
}

export interface InvitationStore {
  insert(invitation: Invitation): Promise<void>;
  findOpen(orgId: string, invitationId: string): Promise<Invitation | undefined>;
  /** Neither accepted, nor cancelled, nor too old. */
  findOpenByHash(tokenHash: string, now: Date): Promise<Invitation | undefined>;
  /** Newest first. */
  listOpen(orgId: string, now: Date): Promise<readonly Invitation[]>;
  markAccepted(invitationId: string, now: Date): Promise<void>;
  markCancelled(invitationId: string, now: Date): Promise<void>;
  /** Due again after a time that grows with every try. */
  claimMails(now: Date, rowsMax: number): Promise<readonly PendingInvitation[]>;
  setToken(invitationId: string, tokenHash: string): Promise<void>;
  endMail(invitationId: string): Promise<void>;
  deleteAll(orgId: string): Promise<void>;
  /** Whatever way they ended; how many, at most `rowsMax`. */
  deleteEndedBefore(time: Date, rowsMax: number): Promise<number>;
}

export interface TodoStore {
  /** A wish that is there already is wished again. */
  add(wish: Wish, now: Date): Promise<Todo>;
  claimDue(now: Date, rowsMax: number): Promise<readonly Todo[]>;
  /** Unless it was wished again since. */
  remove(todo: Todo): Promise<void>;
}

export interface PolicyStore {
  /** To be called last in a transaction: others who change a policy wait for its end. */
  touch(orgId: string): Promise<void>;
  getSequence(orgId: string): Promise<bigint>;
  listChanges(
    after: bigint,
    rowsMax: number,
  ): Promise<{ readonly orgIds: readonly string[]; readonly last: bigint; readonly clock: bigint }>;
}

/** Who makes a change, for the audit log. */
export interface Actor {
  readonly type: 'user' | 'operator' | 'system';
  readonly userId: string;
  readonly email: string;
  readonly clientIp: string;
  readonly requestId: string;
  /** The management key that acts for its owner; absent: they act themselves. */
  readonly keyId?: string;
}

export type AuditAction =
  | 'org.create'
  | 'org.settings.update'
  | 'org.allowed_models.update'
  | 'team.allowed_models.update'
  | 'org_member.allowed_models.update'
  | 'org.cb.update'
  | 'team.cb.update'
  | 'org_member.cb.update'
  | 'org.team.create'
  | 'org.team.update'
  | 'org.team.delete'
  | 'org.member.add'
  | 'org.member.update'
  | 'org.member.remove'
  | 'org.invitation.create'
  | 'org.invitation.cancel'
  | 'org.edu_config.update'
  | 'org.byok.create'
  | 'org.byok.update'
  | 'org.byok.delete'
  | 'content_filter.create'
  | 'content_filter.update'
  | 'content_filter.delete'
  | 'admin.moderation.create'
  | 'admin.moderation.update'
  | 'admin.moderation.delete'
  | 'admin.org.create'
  | 'admin.org.update'
  | 'org.purge';

export interface AuditEntry {
  readonly action: AuditAction;
  readonly actor: Actor;
  readonly orgId: string;
  readonly target: {
    readonly type:
      'org' | 'team' | 'member' | 'invitation' | 'byok_key' | 'content_rule' | 'moderation_rule';
    readonly id: string;
  };
  readonly before?: object;
  readonly after?: object;
}

export interface AuditTrail {
  record(entry: AuditEntry): Promise<void>;
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
