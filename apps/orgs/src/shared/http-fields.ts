import { usdSchema } from '@tollgate/http';
import { z } from 'zod';

/** Postgres rejects NUL in texts, and a line break would break lists that show the text. */
const printable = /^\P{Cc}*$/u;

export function textField(charactersMax: number): z.ZodString {
  return z
    .string()
    .trim()
    .min(1)
    .max(charactersMax)
    .regex(printable, 'must not contain control characters');
}

/** Null: no budget. */
export const budgetField = usdSchema.nullable().meta({ description: 'USD; null: no budget.' });
