import { AppError } from '@tollgate/errors';
import type { Membership } from './membership';

/** Whether the role may see single members of an organization and the calls that they made. */
export function seesMembers({ role }: Pick<Membership, 'role'>): boolean {
  return role !== 'billing_viewer';
}

/** Throws `forbidden` when the role may not see single members. */
export function requireSeesMembers(membership: Pick<Membership, 'role'>, asked: string): void {
  if (seesMembers(membership)) return;
  throw new AppError('forbidden', { message: `${asked} is not for the role ${membership.role}` });
}
