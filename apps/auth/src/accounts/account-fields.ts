import { printable } from '@tollgate/http';
import { z } from 'zod';

const nameCharactersMax = 100;
const localeCharactersMax = 35;
const tokenCharactersMax = 200;
export const newPasswordField = z.string().min(10).max(128);

/** A short password may be an old one: only a wrong one is refused, and as wrong. */
export const passwordField = z.string().max(1_024);

export const tokenField = z
  .string()
  .min(1)
  .max(tokenCharactersMax)
  .meta({ description: 'From the mail; it works once.' });

/** Null or empty: the person has no name. */
export const nameField = z
  .string()
  .trim()
  .max(nameCharactersMax)
  .regex(printable, 'must not contain control characters')
  .nullable()
  .transform((name) => (name === '' ? null : name));

export const localeField = z
  .string()
  .max(localeCharactersMax)
  .transform((text, context) => {
    const locale = findLocale(text);
    if (locale !== undefined) return locale;
    context.addIssue({
      code: 'custom',
      message: 'must be a language tag such as en or pt-BR',
      params: { reason: 'unsupported_param' },
    });
    return z.NEVER;
  })
  .nullable()
  .meta({ description: 'A language tag (BCP 47) such as `pt-BR`.' });

function findLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
