import { defineOperations, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';

export const creditsSchema = z
  .object({
    data: z.object({
      total_credits: usdField,
      total_usage: usdField,
      reserved: usdField,
      available: usdField,
      goodwill: z
        .object({
          limit: usdField,
          used: usdField,
          resets_at: timeField.nullable(),
        })
        .meta({
          description:
            'Streams that end without a usage record because the caller left or the credit ran out' +
            ' are free up to this limit in 24 hours.',
        }),
    }),
  })
  .meta({ id: 'Credits' });

export const creditOperations = defineOperations({
  'GET /v1/credits': {
    id: 'getCredits',
    tag: 'Usage',
    summary: 'Credit bought, used, reserved and available',
    answers: { 200: { about: 'The figures of the paying account.', body: creditsSchema } },
  },
});
