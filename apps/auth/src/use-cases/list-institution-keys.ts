import type { InstitutionKey } from '../domain/institution-key';
import type { AccountDatabase } from './ports';

export type ListInstitutionKeys = (orgId: string) => Promise<readonly InstitutionKey[]>;

/** Oldest first; there are few. */
export function createListInstitutionKeys(ports: {
  readonly database: Pick<AccountDatabase, 'institutionKeys'>;
}): ListInstitutionKeys {
  return (orgId) => ports.database.institutionKeys.list(orgId);
}
