import { AppError } from '@tollgate/errors';
import { assertInFuture } from '../keys/assert-in-future';
import type { AccountDatabase, Clock } from '../shared/ports';
import {
  type InstitutionKey,
  type InstitutionKeyChange,
  describeInstitutionKey,
} from './institution-key';
import type { OrgAdmin } from './require-org-admin';

export type UpdateInstitutionKey = (input: {
  readonly admin: OrgAdmin;
  readonly keyId: string;
  readonly change: InstitutionKeyChange;
}) => Promise<InstitutionKey>;

/** Disabling a key blocks new sessions; open ones stay. Raises: not_found. */
export function updateInstitutionKeyUseCase(ports: {
  readonly database: AccountDatabase;
  readonly clock: Clock;
}): UpdateInstitutionKey {
  return async ({ admin, change, keyId }) => {
    const { actor, orgId } = admin;
    const now = ports.clock.now();
    assertInFuture(change.expiresAt, now);
    return ports.database.withTransaction(async ({ audit, institutionKeys }) => {
      const key = await institutionKeys.lock(orgId, keyId);
      if (!key) throw new AppError('not_found');
      const changed = { ...key, ...change };
      await institutionKeys.update(changed, now);
      const target = { type: 'institution_key', id: keyId } as const;
      const [before, after] = [describeInstitutionKey(key), describeInstitutionKey(changed)];
      await audit.record({ action: 'org.key.update', actor, target, before, after, orgId });
      return changed;
    });
  };
}
