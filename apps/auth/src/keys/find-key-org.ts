import type { AccountDatabase } from '../shared/ports';

/** The organization of a key; undefined for personal ones, and for none at all. */
export type FindKeyOrg = (keyId: string) => Promise<string | undefined>;

export function findKeyOrgUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'keys'>;
}): FindKeyOrg {
  return async (keyId) => (await ports.database.keys.findById(keyId))?.org?.orgId;
}
