/** The author of a change, for the audit log. */
export interface Actor {
  /** Absent: a user. */
  readonly type?: 'operator' | 'system';
  readonly userId: string;
  readonly email: string;
  readonly clientIp: string;
  readonly requestId: string;
  /** The session that acts; absent for everything else. */
  readonly sessionId?: string;
  /** The management key that acts for its owner; absent for a session. */
  readonly keyId?: string;
}

export type AuditAction =
  | 'user.signup'
  | 'user.email.verify'
  | 'user.password.reset'
  | 'user.password.change'
  | 'user.sessions.end'
  | 'user.sign_in_link.create'
  | 'user.passkey.create'
  | 'user.passkey.update'
  | 'user.passkey.delete'
  | 'user.recovery_codes.create'
  | 'user.recovery_codes.use'
  | 'user.update'
  | 'user.delete'
  | 'user.cb.update'
  | 'admin.user.update'
  | 'admin.user.suspend'
  | 'admin.user.unsuspend'
  | 'admin.token.create'
  | 'admin.token.revoke'
  | 'key.create'
  | 'key.update'
  | 'key.rotate'
  | 'key.delete'
  | 'org.key.create'
  | 'org.key.update'
  | 'org.key.rotate'
  | 'org.key.delete'
  | 'edu.teacher.assigned'
  | 'edu.teacher.removed'
  | 'edu.code.failed'
  | 'edu.session.revoked';

export interface AuditEntry {
  readonly action: AuditAction;
  readonly actor: Actor;
  readonly target: {
    readonly type:
      'user' | 'key' | 'org' | 'institution_key' | 'institution_session' | 'operator_token';
    readonly id: string;
  };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** The organization whose log it belongs in; absent: none. */
  readonly orgId?: string | undefined;
}

export interface AuditTrail {
  record(entry: AuditEntry): Promise<void>;
}
