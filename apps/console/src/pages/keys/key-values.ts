import type { FormValues } from '../../ui/form';
import type { Key, KeyBody } from './key-desk';

export const keyFields = [
  'name',
  'keyType',
  'holder',
  'limit',
  'limit_reset',
  'expiresAt',
  'allowedCidrs',
] as const;
export type KeyField = (typeof keyFields)[number];

type KeySettings = Pick<Key, 'allowedCidrs' | 'expiresAt' | 'limit' | 'limit_reset' | 'name'>;
type Settings = Omit<FormValues<KeyField>, 'holder' | 'keyType'>;
type Period = 'daily' | 'weekly' | 'monthly' | 'none';

/** What the form of a key shows; a new key without one. */
export function showKey(key: KeySettings | undefined): Settings {
  return {
    name: key?.name ?? '',
    limit: key?.limit == null ? '' : String(key.limit),
    limit_reset: showPeriod(key),
    expiresAt: toLocalInput(key?.expiresAt),
    allowedCidrs: key?.allowedCidrs.join('\n') ?? '',
  };
}

/** A cap without a period is one for all time; without a cap the choice is of no effect yet. */
function showPeriod(key: KeySettings | undefined): Period {
  if (key === undefined || key.limit === null) return key?.limit_reset ?? 'monthly';
  return key.limit_reset ?? 'none';
}

/** The body that makes a key. */
export function readNewKey(values: FormValues<KeyField>): KeyBody {
  return { ...readSettings(values), ...readKind(values) };
}

/**
 * The body that changes a key: only fields that differ from what the form showed. A field that was
 * not touched may hold less than the key, such as a time without its seconds, or what the server
 * no longer takes, such as a time in the past.
 */
export function readChanges(key: KeySettings, values: FormValues<KeyField>): KeyBody {
  const shown = showKey(key);
  const { allowedCidrs = [], expiresAt, limit, limit_reset, name } = readSettings(values);
  const isOther = (field: keyof Settings): boolean => values[field] !== shown[field];
  const hasCapComeOrGone = (key.limit === null) !== (limit === null);
  return {
    ...(isOther('name') && { name }),
    ...(isOther('limit') && { limit }),
    ...((isOther('limit_reset') || hasCapComeOrGone) && { limit_reset }),
    ...(isOther('expiresAt') && { expiresAt }),
    ...(allowedCidrs.join() !== key.allowedCidrs.join() && { allowedCidrs }),
  };
}

function readSettings(values: Settings): KeyBody {
  const { allowedCidrs, expiresAt, limit, limit_reset: period, name } = values;
  return {
    name,
    limit: limit === '' ? null : Number(limit),
    limit_reset: limit === '' ? null : (period as Period),
    expiresAt: expiresAt === '' ? null : new Date(expiresAt).toISOString(),
    allowedCidrs: allowedCidrs.split(/[\s,]+/).filter(Boolean),
  };
}

const keyTypes = ['standard', 'test', 'management'] as const;

function readKind({ holder, keyType }: FormValues<KeyField>): KeyBody {
  return {
    keyType: keyTypes.find((type) => type === keyType) ?? 'standard',
    ...(holder.startsWith('team_') && { teamId: holder }),
    ...(holder.startsWith('mem_') && { memberId: holder }),
  };
}

const minuteMs = 60_000;

/** A time as a `datetime-local` field takes it, in the zone of the browser. */
function toLocalInput(time: string | null | undefined): string {
  if (time == null) return '';
  const date = new Date(time);
  const local = date.getTime() - date.getTimezoneOffset() * minuteMs;
  return new Date(local).toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
