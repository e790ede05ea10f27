import { z } from 'zod';
import { usdSchema } from '@tollgate/http';
import {
  allowedCidrsMax,
  limitPeriodWords,
  type LimitReset,
  parseCidr,
  parseLimitReset,
  parseTime,
} from './key-settings';

/** Every field of a key under every name that clients use for it; see key-bodies.ts. */

const labelCharactersMax = 100;
const controlCharacters = /\p{Cc}/u;
const outOfRange = { reason: 'unsupported_param' };

const labelFault = `must be 1 to ${labelCharactersMax} printable characters`;
const label = z
  .string({ error: labelFault })
  .trim()
  .min(1)
  .max(labelCharactersMax)
  .refine((text) => !controlCharacters.test(text), { error: labelFault, params: outOfRange });

const limit = usdSchema.nullable();

/** What a period means, and the word it was asked for with. */
export interface Period {
  readonly reset: LimitReset;
  readonly label: string | null;
}

const period = z
  .string({ error: 'must be a string or null' })
  .nullable()
  .transform((word, context): Period => {
    const reset = parseLimitReset(word);
    if (reset !== undefined) return { reset, label: word };
    const message = 'must be daily, weekly, monthly or null';
    context.addIssue({ code: 'custom', message, params: outOfRange });
    return z.NEVER;
  });

/** A moment to come; null: never. */
export const timeInput = z
  .string({ error: 'must be an ISO 8601 time or null' })
  .transform((text, context): Date => {
    const parsed = parseTime(text);
    if (parsed !== undefined) return parsed;
    const message = 'must be an ISO 8601 time with its zone';
    context.addIssue({ code: 'custom', message, params: outOfRange });
    return z.NEVER;
  })
  .nullable();

const cidrs = z
  .array(z.unknown(), { error: `must be a list of at most ${allowedCidrsMax} addresses` })
  .max(allowedCidrsMax)
  // The error names the whole list: clients know the field, not the index.
  .transform((entries, context): readonly string[] => {
    const parsed = entries.map((entry) =>
      typeof entry === 'string' ? parseCidr(entry) : undefined,
    );
    if (isComplete(parsed)) return parsed;
    const message = 'must be IPv4 addresses with an optional mask, or IPv6 addresses';
    context.addIssue({ code: 'custom', message, params: outOfRange });
    return z.NEVER;
  });

function isComplete(entries: readonly (string | undefined)[]): entries is readonly string[] {
  return !entries.includes(undefined);
}

const isOn = z.boolean({ error: 'must be true or false' });

const periodMeta = { enum: limitPeriodWords };
const cidrsMeta = { items: { type: 'string' } };
const timeMeta = { examples: ['2027-01-01T00:00:00Z'] };

export const labelFields = {
  name: label.optional().meta({
    description: 'What the key is called. Sessions may change it, `PATCH /v1/keys/{id}` may not.',
  }),
  label: label.optional().meta({ description: 'Another name for `name`.' }),
};

const idCharactersMax = 64;
const placeId = z.string().min(1).max(idCharactersMax).nullish();

/** They mean nothing for personal keys. */
export const placeFields = {
  teamId: placeId.meta({ description: 'Of an organization: the team whose key it is.' }),
  memberId: placeId.meta({ description: 'Of an organization: the member whom it is for.' }),
};

export const settingFields = {
  enabled: isOn.optional().meta({ description: 'A key that is not enabled is refused.' }),
  disabled: isOn.optional().meta({ description: 'The opposite of `enabled`.' }),
  limit: limit.optional().meta({
    description: 'What the key may spend in a period, in USD; null: as much as there is.',
  }),
  spendLimitUsd: limit.optional().meta({ description: 'Another name for `limit`.' }),
  spendLimitPeriod: period.optional().meta({
    description: 'When spending starts again from zero, in UTC; null: never.',
    ...periodMeta,
  }),
  limit_reset: period.optional().meta({
    description: 'Another name for `spendLimitPeriod`.',
    ...periodMeta,
  }),
  expiresAt: timeInput.optional().meta({
    description: 'From then on the key is refused; null: never.',
    ...timeMeta,
  }),
  expires_at: timeInput
    .optional()
    .meta({ description: 'Another name for `expiresAt`.', ...timeMeta }),
  allowedCidrs: cidrs.optional().meta({
    description:
      'Addresses the key may be used from: IPv4 with an optional mask, IPv6 by its exact text. None: from anywhere.',
    ...cidrsMeta,
  }),
  allowed_cidrs: cidrs.optional().meta({
    description: 'Another name for `allowedCidrs`.',
    ...cidrsMeta,
  }),
  freeFallback: isOn.optional().meta({
    description: 'Whether a free model that is used up may be paid for.',
  }),
};
