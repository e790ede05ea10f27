import { countField, defineOperations, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';
import { brakeStates } from '../brake/brake';

const figures = z.object({ spend: usdField, tokens: countField, requests: countField });

export const overviewSchema = z
  .object({
    generatedAt: timeField,
    usage: z.object({ thisHour: figures, today: figures, yesterday: figures }),
    topModels: z
      .array(figures.extend({ model: z.string() }))
      .meta({ description: 'Of today, highest spend first.' }),
    credit: z.object({
      wallets: countField,
      balanceUsd: usdField,
      walletsBelowZero: countField,
    }),
    topups: z.object({ pending: countField, withProblem: countField, paidTodayUsd: usdField }),
    users: z
      .object({
        total: countField,
        verified: countField,
        suspended: countField,
        createdLastDay: countField,
      })
      .nullable()
      .meta({ description: 'Null while they cannot be counted.' }),
    brake: z.object({ state: z.enum(brakeStates), tripped: z.boolean() }),
  })
  .meta({ id: 'Overview' });

export const overviewOperations = defineOperations({
  'GET /api/admin/overview': {
    id: 'getOverview',
    tag: 'Operator',
    summary: 'The state of the platform on one page',
    answers: { 200: { about: 'Figures at most 5 seconds old.', body: overviewSchema } },
  },
});
