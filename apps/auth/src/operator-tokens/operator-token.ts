import type { OperatorScope } from '@tollgate/identity';

/** A named credential for a part of the operator API. */
export interface OperatorToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  /** First and last characters of the secret. */
  readonly prefix: string;
  readonly suffix: string;
  /** The operator who created it, as named in the audit log. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** Revoked ones do not count. */
export const operatorTokensMax = 100;

const secretPrefix = 'sk-tg-op-';

export function makeTokenSecret(randomText: string): string {
  return secretPrefix + randomText;
}
