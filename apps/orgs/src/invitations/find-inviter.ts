import { isId } from '@tollgate/ids';
import type { Directory } from '../members/ports';
import type { Invitation } from './invitation';
import type { Inviter } from './invitation-mail';

/** An invitation of an operator with a token has no user behind it. */
export async function findInviter(
  directory: Pick<Directory, 'listUsers'>,
  { id, invitedBy }: Invitation,
): Promise<Inviter> {
  if (!isId('user', invitedBy)) return null;
  const [user] = await directory.listUsers([invitedBy], id);
  const verifiedEmail = user?.isEmailVerified === true ? user.email : null;
  return { name: user?.name ?? null, verifiedEmail };
}
