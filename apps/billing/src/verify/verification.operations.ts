import { countField, defineOperations, usdField } from '@tollgate/http';
import { z } from 'zod';

const invariantsMax = 100;
const idLengthMax = 80;

export const verifyLedgerBody = z.strictObject({
  invariants: z
    .array(z.string().min(1).max(idLengthMax))
    .min(1)
    .max(invariantsMax)
    .optional()
    .meta({ description: 'Only these; without it, all.' }),
});

const invariantSchema = z.object({
  id: z.string(),
  name: z.string(),
  held: z.boolean(),
  count: countField.meta({ description: 'How many were checked.' }),
  unit: z.string().meta({ description: 'What was checked, such as `wallets`.' }),
  amountUsd: usdField.nullable().meta({ description: 'What they amount to, where it is money.' }),
  breaches: countField,
  firstBreach: z
    .string()
    .nullable()
    .meta({
      description:
        'The lowest id that breaks it: a wallet, an entry, a call or a document. Null where it is ' +
        'not broken or compares sums.',
    }),
});

export const verificationSchema = z
  .object({
    invariants: z.array(invariantSchema),
    failed: z.array(z.string()).meta({ description: 'Could not be checked, by id.' }),
    remaining: z
      .array(z.string())
      .meta({ description: 'Not checked within the time limit: send these ids next.' }),
  })
  .meta({ id: 'LedgerVerification' });

export const verificationOperations = defineOperations({
  'POST /api/admin/ledger/verify': {
    id: 'verifyLedger',
    tag: 'Operator',
    summary: 'Verifies the ledger',
    description:
      'Checks that entries, balances, calls, holds, top-ups and invoices agree, while traffic ' +
      'goes on. No check begins after 5 seconds; send the ids in `remaining` until it is empty. ' +
      'A process runs one verification at a time and refuses others with 409.',
    body: verifyLedgerBody,
    answers: { 200: { about: 'Each invariant with its figures.', body: verificationSchema } },
  },
});
