import { AppError } from '@tollgate/errors';
import type { Invalidator } from '../keys/ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import { describeInstitutionKey } from './institution-key';
import type { OrgAdmin } from './require-org-admin';

export type DeleteInstitutionKey = (input: {
  readonly admin: OrgAdmin;
  readonly keyId: string;
}) => Promise<void>;

/** Ends every session that began with the key. `not_found`. */
export function deleteInstitutionKeyUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
  readonly clock: Clock;
}): DeleteInstitutionKey {
  return async ({ admin, keyId }) => {
    const { actor, orgId } = admin;
    const now = ports.clock.now();
    await ports.database.withTransaction(
      async ({ audit, institutionKeys, institutionSessions }) => {
        // Before the sessions: a sign-in that runs now waits for this lock and then finds no key.
        const key = await institutionKeys.lock(orgId, keyId);
        if (!key) throw new AppError('not_found');
        await institutionKeys.revoke(keyId, now);
        const ended = await institutionSessions.revoke({ orgId, keyId }, now);
        const target = { type: 'institution_key', id: keyId } as const;
        const before = describeInstitutionKey(key);
        const after = { deleted: true, sessionsRevoked: ended.length };
        await audit.record({ action: 'org.key.delete', actor, target, before, after, orgId });
      },
    );
    await ports.invalidator.invalidate({ orgId });
  };
}
