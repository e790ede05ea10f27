/** A key that an institution hands to its people; it opens nothing without a mailed code. */
export interface InstitutionKey {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly isEnabled: boolean;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  /** Members that see and end the sessions that began with the key, in the order of assignment. */
  readonly teacherIds: readonly string[];
}

export type InstitutionKeyChange = Partial<Pick<InstitutionKey, 'isEnabled' | 'expiresAt'>>;

/** Keys an organization may have at a time; deleted ones do not count. */
export const institutionKeysMax = 100;

/** Teachers that a key may have at a time. */
export const teachersPerKeyMax = 50;

const secretPrefix = 'sk-edu-';

export function makeInstitutionSecret(randomText: string): string {
  return secretPrefix + randomText;
}

export function isKeyUsable(
  { expiresAt, isEnabled }: Pick<InstitutionKey, 'isEnabled' | 'expiresAt'>,
  now: Date,
): boolean {
  return isEnabled && (expiresAt === null || expiresAt > now);
}

/** As the audit log shows it: nothing of its secret. */
export function describeInstitutionKey(key: InstitutionKey): Record<string, unknown> {
  return {
    name: key.name,
    enabled: key.isEnabled,
    expiresAt: key.expiresAt?.toISOString() ?? null,
  };
}
