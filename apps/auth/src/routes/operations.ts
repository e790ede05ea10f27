import { defineOperations } from '@tollgate/http';
import { accountOperations } from './account.operations';
import { adminUserOperations } from './admin-users.operations';
import { institutionOperations } from './institutions.operations';
import { keyOperations } from './keys.operations';
import { operatorTokenOperations } from './operator-tokens.operations';
import { signInOperations } from './sign-in.operations';

/** Every public route of auth. */
export const operations = defineOperations({
  ...keyOperations,
  ...signInOperations,
  ...accountOperations,
  ...adminUserOperations,
  ...institutionOperations,
  ...operatorTokenOperations,
});
