import { defineOperations } from '@tollgate/operations';
import { operatorOperations } from './operator.operations';
import { paymentOperations } from './payments.operations';
import { reportOperations } from './reports.operations';

/** Every public route of billing. */
export const operations = defineOperations({
  ...reportOperations,
  ...paymentOperations,
  ...operatorOperations,
});
