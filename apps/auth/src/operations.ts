import { defineOperations } from '@tollgate/http';
import { accountOperations } from './accounts/account.operations';
import { institutionOperations } from './institutions/institutions.operations';
import { keyOperations } from './keys/keys.operations';
import { operatorTokenOperations } from './operator-tokens/operator-tokens.operations';
import { passkeyOperations } from './passkeys/passkeys.operations';
import { playgroundOperations } from './playground/playground.operations';
import { sessionOperations } from './sessions/sessions.operations';
import { signInOperations } from './sign-in/sign-in.operations';
import { adminUserOperations } from './users/admin-users.operations';

/** Every public route of auth. */
export const operations = defineOperations({
  ...keyOperations,
  ...signInOperations,
  ...sessionOperations,
  ...accountOperations,
  ...adminUserOperations,
  ...institutionOperations,
  ...operatorTokenOperations,
  ...playgroundOperations,
  ...passkeyOperations,
});
