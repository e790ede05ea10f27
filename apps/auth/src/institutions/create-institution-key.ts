import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import { getKeyHints } from '../keys/api-key';
import { assertInFuture } from '../keys/assert-in-future';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import {
  institutionKeysMax,
  makeInstitutionSecret,
  type InstitutionKey,
  describeInstitutionKey,
} from './institution-key';
import type { OrgAdmin } from './require-org-admin';

/** `secret` is null when the key was made before, by a call whose answer never came. */
export interface CreatedInstitutionKey {
  readonly key: InstitutionKey;
  readonly secret: string | null;
}

export type CreateInstitutionKey = (input: {
  readonly admin: OrgAdmin;
  /** Names the key: a call that is run again makes no second one. */
  readonly ulid: string;
  readonly name: string;
  readonly expiresAt: Date | null;
}) => Promise<CreatedInstitutionKey>;

/** The secret is given here and nowhere else. `conflict` when there are as many as may be. */
export function createInstitutionKeyUseCase(ports: {
  readonly database: AccountDatabase;
  readonly secrets: Secrets;
  readonly clock: Clock;
}): CreateInstitutionKey {
  return async ({ admin, expiresAt, name, ulid }) => {
    const { actor, orgId } = admin;
    const now = ports.clock.now();
    assertInFuture(expiresAt, now);
    const secret = makeInstitutionSecret(ports.secrets.makeKeyText());
    const id = idPrefixes.institutionKey + ulid;
    const hints = getKeyHints(secret);
    const key = { id, orgId, name, ...hints, isEnabled: true, expiresAt, createdAt: now };
    return ports.database.withTransaction(async ({ audit, institutionKeys, keys }) => {
      await keys.lockOrg(orgId);
      const made = await institutionKeys.findMade(orgId, id);
      if (made) return { key: made, secret: null };
      if ((await institutionKeys.list(orgId)).length >= institutionKeysMax) {
        throw new AppError('conflict', {
          message: `An organization has at most ${institutionKeysMax} institution keys`,
        });
      }
      await institutionKeys.insert(key, ports.secrets.hash(secret));
      const target = { type: 'institution_key', id } as const;
      const after = describeInstitutionKey(key);
      await audit.record({ action: 'org.key.create', actor, target, after, orgId });
      return { key, secret };
    });
  };
}
