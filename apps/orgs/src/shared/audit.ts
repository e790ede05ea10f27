import type { Actor } from './requester';

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
