import { countField, defineOperations, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';
import { entryKinds } from '../ledger/journal-entry';
import { dayField } from '../reports/query-fields';
import { orgIdField } from '../shared/page-fields';

const pageSizeMax = 200;
const pageSizeDefault = 50;
const cursorCharactersMax = 64;

export const ledgerQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
  cursor: z.string().max(cursorCharactersMax).optional(),
  kind: z.enum(entryKinds).optional().meta({ description: 'Entries of this kind only.' }),
  from: dayField.optional().meta({ description: 'First day, in UTC.' }),
  to: dayField.optional().meta({ description: 'Last day, in UTC.' }),
  orgId: orgIdField,
});

export const ledgerLineSchema = z
  .object({
    id: z.string(),
    kind: z.string(),
    amountUsd: usdField,
    balanceAfter: usdField,
    ref: z.string().nullable(),
    createdAt: timeField,
  })
  .meta({ id: 'LedgerEntry' });

export const statementQuerySchema = z.object({ orgId: orgIdField });

export const statementSchema = z
  .object({
    month: z.string(),
    from: timeField,
    until: timeField,
    isOver: z.boolean().meta({ description: 'False: the month has not ended, so figures change.' }),
    openingUsd: usdField,
    closingUsd: usdField.meta({ description: '`openingUsd` and all `sums`.' }),
    sums: z.array(z.object({ kind: z.string(), entries: countField, amountUsd: usdField })),
    models: z
      .array(z.object({ model: z.string(), requests: countField, amountUsd: usdField }))
      .meta({ description: 'Charges by model, the highest first.' }),
  })
  .meta({ id: 'Statement' });

export const statementOperations = defineOperations({
  'GET /api/billing/ledger': {
    id: 'listLedger',
    tag: 'Payments',
    summary: 'The ledger of the account, newest entry first',
    description: 'A page with a filter may be short or empty and still have a `nextCursor`.',
    query: ledgerQuerySchema,
    answers: {
      200: {
        about: 'A page of entries.',
        body: z.object({ entries: z.array(ledgerLineSchema), nextCursor: z.string().nullable() }),
      },
    },
  },
  'GET /api/billing/statements/{month}': {
    id: 'getStatement',
    tag: 'Payments',
    summary: 'The statement of one month in UTC',
    query: statementQuerySchema,
    answers: {
      200: { about: 'Opening and closing balance, and all between.', body: statementSchema },
    },
  },
});
