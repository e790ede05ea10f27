import type { AccountDatabase } from './ports';

/** The organization of a key; undefined for personal ones, and for none at all. */
export type FindKeyOrg = (keyId: string) => Promise<string | undefined>;

export function createFindKeyOrg(ports: {
  readonly database: Pick<AccountDatabase, 'keys'>;
}): FindKeyOrg {
  return async (keyId) => (await ports.database.keys.findById(keyId))?.org?.orgId;
}
