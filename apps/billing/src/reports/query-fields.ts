import { z } from 'zod';
import { parseDay } from '../shared/calendar';

const filterCharactersMax = 200;
const notADay = 'must be a day as YYYY-MM-DD';

export const dayField = z.iso.date({ error: notADay }).transform((text, context) => {
  const parsed = parseDay(text);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: notADay });
  return z.NEVER;
});

/** A filter by name; Postgres rejects NUL in texts. */
export const filterField = z
  .string()
  .max(filterCharactersMax)
  .regex(/^[^\0]*$/)
  .optional();
