import type { AccountDatabase } from '../shared/ports';
import type { Invalidator } from './ports';

/** Whether nothing is left. */
export type PurgeOrgKeys = (orgId: string) => Promise<boolean>;

const rowsMax = 5_000;

/** Deletes keys and institution sessions of an organization, some thousand rows at a time. */
export function purgeOrgKeysUseCase(ports: {
  readonly database: AccountDatabase;
  readonly invalidator: Invalidator;
}): PurgeOrgKeys {
  return async (orgId) => {
    const { keys } = ports.database;
    const deleted = await keys.deleteOrgKeys(orgId, rowsMax);
    if (deleted > 0) await ports.invalidator.invalidate({ orgId });
    return deleted < rowsMax;
  };
}
