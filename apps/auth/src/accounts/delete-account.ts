import { AppError } from '@tollgate/errors';
import { makeWrongPasswordError, type CheckOwnPassword } from '../passwords/change-password';
import type { Actor } from '../shared/audit';
import type { AccountDatabase, Clock } from '../shared/ports';
import { assertOperatorRemains } from '../users/update-user';
import type { FinishEnding } from './finish-ending';

export type DeleteAccount = (input: {
  readonly actor: Actor;
  readonly password: string;
}) => Promise<void>;

interface DeleteAccountPorts {
  readonly database: AccountDatabase;
  readonly checkOwnPassword: CheckOwnPassword;
  readonly finishEnding: FinishEnding;
  readonly clock: Clock;
}

/**
 * Ends the account, its memberships, its keys and its sessions everywhere. Its id stays, for the
 * ledger and the audit log; its address may sign up again. That it was asked for is stored first,
 * so that a job finishes what a dying process began. Raises: forbidden for a wrong password, which
 * counts as a guess; bad_request for the last operator; last_org_admin.
 */
export function deleteAccountUseCase(ports: DeleteAccountPorts): DeleteAccount {
  return async ({ actor, password }) => {
    const passwordHash = await ports.checkOwnPassword(actor, password);
    const { clientIp, requestId, userId } = actor;
    const ending = { userId, clientIp, requestId };
    await ports.database.withTransaction(async ({ endings, users }) => {
      // Lock operators before the account, in the order of all other use cases: no deadlock.
      assertOperatorRemains(await users.lockOperators(), userId);
      const user = await users.lock(userId);
      const current = await users.findWithPassword(userId);
      if (!user || user.deletedAt !== null) throw new AppError('unauthenticated');
      if (current?.passwordHash !== passwordHash) throw makeWrongPasswordError();
      await endings.add(ending, ports.clock.now());
    });
    // Of two parallel requests only one deletes the account; for the other it is gone.
    if (!(await ports.finishEnding(ending))) throw new AppError('unauthenticated');
  };
}
