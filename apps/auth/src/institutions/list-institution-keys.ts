import type { AccountDatabase } from '../shared/ports';
import type { InstitutionKey } from './institution-key';

export type ListInstitutionKeys = (orgId: string) => Promise<readonly InstitutionKey[]>;

/** Oldest first; there are few. */
export function listInstitutionKeysUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'institutionKeys'>;
}): ListInstitutionKeys {
  return (orgId) => ports.database.institutionKeys.list(orgId);
}
