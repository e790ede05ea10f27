import { AppError } from '@tollgate/errors';
import type { Membership } from '@tollgate/org-access';
import type { Actor, AuditAction, AuditEntry } from '../shared/audit';
import type { ApiKey, KeyEnding, KeyOwner } from './api-key';

/** The manager of keys and their owner: a person or an organization. */
export interface KeyManager {
  readonly actor: Actor;
  readonly owner: KeyOwner;
  /** What the actor is in the organization that owns the keys; absent for personal ones. */
  readonly membership?: Membership | undefined;
  /** Absent: all of them. */
  readonly reach?: KeyReach | undefined;
}

/** Raises: forbidden. */
export function assertInReach({ reach }: Pick<KeyManager, 'reach'>, key: ApiKey): void {
  if (reach === undefined || isInReach(reach, key)) return;
  throw new AppError('forbidden', { message: 'A team_admin may only manage its own team' });
}

function isInReach({ memberIds, teamId }: KeyReach, { org, type }: ApiKey): boolean {
  if (org === null || type !== 'standard') return false;
  return org.teamId === teamId || (org.memberId !== null && memberIds.has(org.memberId));
}

/** A key that the manager ends now. */
export function makeEnding({ actor }: Pick<KeyManager, 'actor'>, at: Date): KeyEnding {
  const { email, keyId = null, userId } = actor;
  return { at, by: { userId, email, keyId } };
}

type KeyAudit = Pick<AuditEntry, 'action' | 'actor' | 'target' | 'orgId'>;

/** The frame of an audit entry about a key. */
export function makeKeyAudit(
  { actor, owner }: Pick<KeyManager, 'actor' | 'owner'>,
  verb: 'create' | 'update' | 'rotate' | 'delete',
  keyId: string,
): KeyAudit {
  const target = { type: 'key', id: keyId } as const;
  if (!('orgId' in owner)) return { action: `key.${verb}`, actor, target };
  const action: AuditAction = `org.key.${verb}`;
  return { action, actor, target, orgId: owner.orgId };
}

/** What a team_admin sees of an organization's keys: standard ones of the team or its members. */
export interface KeyReach {
  readonly teamId: string;
  readonly memberIds: ReadonlySet<string>;
}
