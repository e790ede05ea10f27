import { z, type ZodType } from 'zod';

/** A moment in an answer, ISO 8601 in UTC. */
export const timeField = z.string().meta({ format: 'date-time' });

/** An amount of money in an answer. */
export const usdField = z.number().meta({ description: 'USD' });

export const countField = z.int().min(0);

/** One page of a list of the operator API. */
export function pageOf<T extends ZodType>(
  item: T,
): z.ZodObject<{ items: z.ZodArray<T>; nextCursor: z.ZodNullable<z.ZodString> }> {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().meta({ description: '`cursor` of the next page.' }),
  });
}

/** Postgres rejects NUL in texts, and a line break would break lists that show the text. */
export const printable = /^\P{Cc}*$/u;

export function textField(charactersMax: number): z.ZodString {
  return z
    .string()
    .trim()
    .min(1)
    .max(charactersMax)
    .regex(printable, 'must not contain control characters');
}

const emailCharactersMax = 254;
/** Whitespace and control characters would let a mail header be forged; one @ only. */
const emailPattern =
  /^[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+@[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+\.[^\s@<>(),;:"\\[\]\p{Cc}\p{Cf}]+$/u;

/** The spelling that accounts are stored and found by; undefined: it is no mail address. */
export function normalizeEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC').toLowerCase();
  return email.length <= emailCharactersMax && emailPattern.test(email) ? email : undefined;
}

export const emailField = z
  .string()
  .meta({ format: 'email' })
  .transform((text) => normalizeEmail(text) ?? '')
  .refine((text) => text !== '', { error: 'is not a mail address' });
