import { AppError } from '@tollgate/errors';
import type { AccountDatabase } from '../shared/ports';

export type FilterOrgKeys = (
  orgId: string,
  keyIds: readonly string[],
) => Promise<readonly string[]>;

const keysMax = 100;

/** Which of some keys are an organization's. */
export function filterOrgKeysUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'keys'>;
}): FilterOrgKeys {
  return async (orgId, keyIds) => {
    if (keyIds.length > keysMax) {
      throw new AppError('bad_request', { message: `At most ${keysMax} keys at once` });
    }
    return ports.database.keys.filterOrgKeys(orgId, keyIds);
  };
}
