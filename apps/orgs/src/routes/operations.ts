import { defineOperations } from '@tollgate/operations';
import { orgOperations } from './orgs.operations';

/** Every public route of orgs. */
export const operations = defineOperations({ ...orgOperations });
