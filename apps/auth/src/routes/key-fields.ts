import { AppError } from '@tollgate/errors';
import { nanosMax, type Nanos } from '@tollgate/money';
import { allowedCidrsMax, parseCidr } from '../domain/allowed-cidrs';
import { keyTypes, type KeyChange, type KeyType } from '../domain/api-key';
import { parseLimitReset, type LimitReset } from '../domain/limit-period';
import { parseBoolean, parseUsdOrNull, wrongUsd } from './parse-value';
import { readField, wrongType, wrongValue, type Body, type Field } from './read-field';

const labelCharactersMax = 100;
const controlCharacters = /\p{Cc}/u;

function parseLabel(value: unknown, param: string): string {
  if (typeof value !== 'string') throw wrongType(param, 'a string');
  const label = value.trim();
  if (label === '' || label.length > labelCharactersMax || controlCharacters.test(label)) {
    throw wrongValue(param, `1 to ${labelCharactersMax} printable characters`);
  }
  return label;
}

function parseLimit(value: unknown, param: string): Nanos | null {
  const nanos = parseUsdOrNull(value, param);
  if (nanos !== null && (nanos < 0n || nanos > nanosMax)) throw wrongUsd(param);
  return nanos;
}

interface Period {
  readonly reset: LimitReset;
  readonly label: string | null;
}

function parsePeriod(value: unknown, param: string): Period {
  if (value !== null && typeof value !== 'string') throw wrongType(param, 'a string or null');
  const reset = parseLimitReset(value);
  if (reset === undefined) throw wrongValue(param, 'daily, weekly, monthly or null');
  return { reset, label: value };
}

/** Without a zone the same text would mean another moment on another server. */
const timePattern =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

function parseTime(value: unknown, param: string): Date | null {
  if (value === null) return null;
  if (typeof value !== 'string') throw wrongType(param, 'an ISO 8601 time or null');
  const time = new Date(value);
  if (!timePattern.test(value) || Number.isNaN(time.getTime())) {
    throw wrongValue(param, 'an ISO 8601 time with its zone');
  }
  return time;
}

function parseCidrs(value: unknown, param: string): readonly string[] {
  if (!Array.isArray(value)) throw wrongType(param, 'a list of addresses');
  if (value.length > allowedCidrsMax) throw wrongValue(param, `at most ${allowedCidrsMax} entries`);
  return value.map((entry: unknown) => {
    const cidr = typeof entry === 'string' ? parseCidr(entry) : undefined;
    if (cidr === undefined) {
      throw wrongValue(param, 'IPv4 addresses with an optional mask, or IPv6 addresses');
    }
    return cidr;
  });
}

const label: Field<string> = { spellings: { name: parseLabel, label: parseLabel } };
const limit: Field<Nanos | null> = { spellings: { limit: parseLimit, spendLimitUsd: parseLimit } };
const period: Field<Period> = {
  spellings: { spendLimitPeriod: parsePeriod, limit_reset: parsePeriod },
  compare: ({ reset }) => reset,
};
const expiresAt: Field<Date | null> = {
  spellings: { expiresAt: parseTime, expires_at: parseTime },
};
const isEnabled: Field<boolean> = {
  spellings: {
    enabled: parseBoolean,
    disabled: (value, param) => !parseBoolean(value, param),
  },
};
const allowedCidrs: Field<readonly string[]> = {
  spellings: { allowedCidrs: parseCidrs, allowed_cidrs: parseCidrs },
};

/** The settings of a key in any spelling. Fields that are not settings are ignored. */
export function readKeySettings(body: Body): KeyChange {
  const values = {
    isEnabled: readField(body, isEnabled),
    limitNanos: readField(body, limit),
    expiresAt: readField(body, expiresAt),
    allowedCidrs: readField(body, allowedCidrs),
  };
  const sentPeriod = readField(body, period);
  return {
    ...omitUndefined(values),
    ...(sentPeriod && { limitReset: sentPeriod.reset, limitPeriodLabel: sentPeriod.label }),
  };
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function omitUndefined<T extends object>(values: T): Defined<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

export function findKeyLabel(body: Body): string | undefined {
  return readField(body, label);
}

export function getKeyLabel(body: Body): string {
  const found = findKeyLabel(body);
  if (found !== undefined) return found;
  throw new AppError('missing_required_field', { message: 'name is required', param: 'name' });
}

export function readKeyType(body: Body): KeyType {
  const value = body['keyType'] ?? 'standard';
  const type = keyTypes.find((candidate) => candidate === value);
  if (type === undefined) throw wrongValue('keyType', keyTypes.join(' or '));
  return type;
}
