import { AppError } from '@tollgate/errors';
import type { CallerPolicy, PermissionScope } from './caller-policy';

/** Raises: forbidden, when the team of the caller may not do this kind of work. */
export function checkPermission({ team }: CallerPolicy, scope: PermissionScope): void {
  if (team === null || team.scopes.size === 0 || team.scopes.has(scope)) return;
  throw new AppError('forbidden', {
    message: `Team ${team.name} has no permission for ${scope}`,
    metadata: { scope: 'team' },
  });
}
