import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { keyTypes, type KeyChange, type KeyType } from './api-key';
import type { WantedPlace } from './find-key-holder';
import { labelFields, placeFields, settingFields } from './key-fields';

/** The context of a transform, as far as it takes faults. */
type Faults = Pick<z.RefinementCtx, 'addIssue'>;
type Sent<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
type Spellings<T> = readonly (readonly [name: string, value: T | undefined])[];

/** A new key as it was asked for. */
export interface WantedKey {
  readonly label: string;
  readonly type: KeyType;
  readonly settings: KeyChange;
  readonly place: WantedPlace;
}

/** POST on every path of keys. Fields that are not named here are ignored. */
export const createKeyBody = z
  .object({
    ...labelFields,
    keyType: z
      .enum(keyTypes)
      .nullish()
      .meta({
        description:
          'Standard keys call models, management keys manage keys, and calls of test keys are ' +
          'answered by a simulator and cost nothing.',
      }),
    ...placeFields,
    ...settingFields,
  })
  .transform((body, faults): WantedKey => {
    const label = mergeLabel(body, faults);
    if (label === undefined) {
      faults.addIssue({ code: 'custom', path: ['name'], message: 'is required' });
      return z.NEVER;
    }
    return {
      label,
      type: body.keyType ?? 'standard',
      settings: mergeSettings(body, faults),
      place: { teamId: body.teamId ?? null, memberId: body.memberId ?? null },
    };
  });

/** What is to be changed about a key. */
export interface WantedChange {
  /** Undefined: it stays. */
  readonly label: string | undefined;
  readonly change: KeyChange;
}

/** PATCH on every path of keys. Fields that are not named here are ignored. */
export const updateKeyBody = z
  .object({ ...labelFields, ...settingFields })
  .transform((body, faults): WantedChange => ({
    label: mergeLabel(body, faults),
    change: mergeSettings(body, faults),
  }));

const graceSecondsMax = 7 * 24 * 60 * 60;
const graceSecondsDefault = 24 * 60 * 60;

/** POST …/keys/{id}/rotate */
export const rotateKeyBody = z.strictObject({
  graceSeconds: z.int().min(0).max(graceSecondsMax).default(graceSecondsDefault).meta({
    description: 'How long the present secret works on; 0: it is refused from now on.',
  }),
});

function mergeLabel(body: Sent<typeof labelFields>, faults: Faults): string | undefined {
  return merge(faults, [
    ['name', body.name],
    ['label', body.label],
  ]);
}

function mergeSettings(body: Sent<typeof settingFields>, faults: Faults): KeyChange {
  const period = merge(
    faults,
    [
      ['spendLimitPeriod', body.spendLimitPeriod],
      ['limit_reset', body.limit_reset],
    ],
    // `month` and `monthly` agree.
    ({ reset }) => reset,
  );
  return omitUndefined({
    isEnabled: merge(faults, [
      ['enabled', body.enabled],
      ['disabled', body.disabled === undefined ? undefined : !body.disabled],
    ]),
    limitNanos: merge(faults, [
      ['limit', body.limit],
      ['spendLimitUsd', body.spendLimitUsd],
    ]),
    limitReset: period?.reset,
    limitPeriodLabel: period?.label,
    expiresAt: merge(faults, [
      ['expiresAt', body.expiresAt],
      ['expires_at', body.expires_at],
    ]),
    allowedCidrs: merge(faults, [
      ['allowedCidrs', body.allowedCidrs],
      ['allowed_cidrs', body.allowed_cidrs],
    ]),
    hasFreeFallback: body.freeFallback,
  });
}

/** The value under any of its names, in the form of the first; a fault when they disagree. */
function merge<T>(
  faults: Faults,
  spellings: Spellings<T>,
  compare: (value: T) => unknown = (value) => value,
): T | undefined {
  const sent = spellings.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  const [first, ...others] = sent;
  if (first === undefined) return undefined;
  const other = others.find(
    ({ value }) => !isDeepStrictEqual(compare(value), compare(first.value)),
  );
  if (other !== undefined) {
    const message = `disagrees with ${first.name}`;
    faults.addIssue({ code: 'custom', path: [other.name], message });
  }
  return first.value;
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function omitUndefined<T extends object>(values: T): Defined<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
