import type { Nanos } from '@tollgate/money';
import type { LimitReset } from './limit-period';

export const keyTypes = ['standard', 'management'] as const;
export type KeyType = (typeof keyTypes)[number];

export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  readonly label: string;
  readonly type: KeyType;
  /** First and last characters of the secret, enough to recognize it and useless to guess it. */
  readonly prefix: string;
  readonly suffix: string;
  readonly isEnabled: boolean;
  readonly limitNanos: Nanos | null;
  readonly limitReset: LimitReset;
  /** The word the owner used for the period: `month` stays `month`. */
  readonly limitPeriodLabel: string | null;
  readonly expiresAt: Date | null;
  readonly allowedCidrs: readonly string[];
  readonly hasFreeFallback: boolean;
  readonly createdAt: Date;
}

/** What the owner may change; absent means unchanged. */
export interface KeyChange {
  readonly isEnabled?: boolean;
  readonly limitNanos?: Nanos | null;
  readonly limitReset?: LimitReset;
  readonly limitPeriodLabel?: string | null;
  readonly expiresAt?: Date | null;
  readonly allowedCidrs?: readonly string[];
  readonly hasFreeFallback?: boolean;
}

/** Keys one user may have at a time; deleted ones do not count. */
export const keysPerUserMax = 1_000;

/** Without a cap there is nothing that could be reset. */
export function applyKeyChange(key: ApiKey, change: KeyChange): ApiKey {
  const changed = { ...key, ...change };
  return change.limitNanos === null
    ? { ...changed, limitReset: null, limitPeriodLabel: null }
    : changed;
}

const secretPrefixes: Readonly<Record<KeyType, string>> = {
  standard: 'sk-tg-',
  management: 'sk-tg-mg-',
};
const shownPrefixCharacters = 12;
const shownSuffixCharacters = 4;

/** The prefix helps people and leak scanners; what a key may do is read from its row. */
export function makeKeySecret(type: KeyType, randomText: string): string {
  return secretPrefixes[type] + randomText;
}

export function getKeyHints(secret: string): { prefix: string; suffix: string } {
  return {
    prefix: secret.slice(0, shownPrefixCharacters),
    suffix: secret.slice(-shownSuffixCharacters),
  };
}

export function isExpired(key: Pick<ApiKey, 'expiresAt'>, now: Date): boolean {
  return key.expiresAt !== null && key.expiresAt <= now;
}
