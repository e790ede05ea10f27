import type { InstitutionKey } from '../domain/institution-key';

/** As the audit log shows it: nothing of its secret. */
export function describeInstitutionKey(key: InstitutionKey): Record<string, unknown> {
  return {
    name: key.name,
    enabled: key.isEnabled,
    expiresAt: key.expiresAt?.toISOString() ?? null,
  };
}
