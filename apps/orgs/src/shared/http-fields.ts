import { usdSchema } from '@tollgate/http';

/** Null: no budget. */
export const budgetField = usdSchema.nullable().meta({ description: 'USD; null: no budget.' });
