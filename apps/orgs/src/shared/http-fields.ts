import { usdSchema } from '@tollgate/http';
import { z } from 'zod';

/** A NUL is no text to Postgres, and a line break none to whoever reads a list. */
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
