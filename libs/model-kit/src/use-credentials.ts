import { CredentialsError } from '@tollgate/cloud-auth';
import { AppError } from '@tollgate/errors';

/**
 * Credentials are checked when they are entered; stored ones may be older than the check. Raises
 * upstream_auth_failed.
 */
export function useCredentials<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    if (!(error instanceof CredentialsError)) throw error;
    throw new AppError('upstream_auth_failed', { cause: error });
  }
}
