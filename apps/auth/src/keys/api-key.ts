import { type Nanos, nanosToUsdNumber } from '@tollgate/money';
import type { LimitReset } from './key-settings';

export const keyTypes = ['standard', 'management', 'test'] as const;
export type KeyType = (typeof keyTypes)[number];

/** Where in an organization a key belongs. */
export interface KeyOrg {
  readonly orgId: string;
  /** Null: of no team in particular. */
  readonly teamId: string | null;
  /** Null: not bound to a member. */
  readonly memberId: string | null;
}

/** Whose a key is: a person's own, or an organization's. */
export type KeyOwner = { readonly userId: string } | { readonly orgId: string };

/** The user that ended a key. */
export interface KeyEnder {
  readonly userId: string;
  /** Null: the account was deleted. */
  readonly email: string | null;
  /** The management key that acted for the user; null: a session. */
  readonly keyId: string | null;
}

/** When a key stopped working, and by whom. */
export interface KeyEnding {
  readonly at: Date;
  /** Null: the system, or it was not recorded. */
  readonly by: KeyEnder | null;
}

export interface ApiKey {
  readonly id: string;
  /** The member it is bound to, or else its creator. */
  readonly userId: string;
  /** Null: a personal key. */
  readonly org: KeyOrg | null;
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
  /** When its caller was last looked up; null: never. */
  readonly lastUsedAt: Date | null;
  /** Until then the secret from before the last rotation works as well; null: it does not. */
  readonly previousEndsAt: Date | null;
  /** Null: it is enabled, or was disabled before this was recorded. */
  readonly disabled: KeyEnding | null;
  /** Null: it is not deleted. */
  readonly deleted: KeyEnding | null;
}

/** What the owner may change; absent means unchanged. */
export interface KeyChange {
  readonly label?: string;
  readonly isEnabled?: boolean;
  readonly limitNanos?: Nanos | null;
  readonly limitReset?: LimitReset;
  readonly limitPeriodLabel?: string | null;
  readonly expiresAt?: Date | null;
  readonly allowedCidrs?: readonly string[];
  readonly hasFreeFallback?: boolean;
}

/** Keys that a user, or an organization, may have at a time; deleted ones do not count. */
export const keysPerUserMax = 1_000;
export const keysPerOrgMax = 10_000;

/** A wallet has the name of its owner. */
export function getOwnerWalletId(owner: KeyOwner): string {
  return 'orgId' in owner ? owner.orgId : owner.userId;
}

export function getKeyOwner({ org, userId }: Pick<ApiKey, 'org' | 'userId'>): KeyOwner {
  return org === null ? { userId } : { orgId: org.orgId };
}

/** Whether a person stands behind the key: their own settings and suspension hold for it. */
export function isForPerson({ org }: Pick<ApiKey, 'org'>): boolean {
  return org === null || org.memberId !== null;
}

/** Without a cap there is nothing that could be reset. */
export function applyKeyChange(key: ApiKey, change: KeyChange): ApiKey {
  const changed = { ...key, ...change };
  return change.limitNanos === null
    ? { ...changed, limitReset: null, limitPeriodLabel: null }
    : changed;
}

/** Keeps the first ending of a key that was disabled already. */
export function noteDisabling(before: ApiKey, after: ApiKey, ending: KeyEnding): ApiKey {
  if (after.isEnabled) return { ...after, disabled: null };
  return before.isEnabled ? { ...after, disabled: ending } : after;
}

const secretPrefixes: Readonly<Record<KeyType, string>> = {
  standard: 'sk-tg-',
  management: 'sk-tg-mg-',
  test: 'sk-tg-test-',
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

/** A key as the audit log shows it: its settings, nothing of its secret. */
export function describeKeyForAudit(key: ApiKey): Record<string, unknown> {
  return {
    label: key.label,
    keyType: key.type,
    enabled: key.isEnabled,
    spendLimitUsd: key.limitNanos === null ? null : nanosToUsdNumber(key.limitNanos),
    spendLimitPeriod: key.limitReset,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    allowedCidrs: key.allowedCidrs,
    freeFallback: key.hasFreeFallback,
    ...(key.org && { teamId: key.org.teamId, memberId: key.org.memberId }),
  };
}

const notedAgainAfterMs = 60_000;

/** A use is written down once a minute, so that using a credential does not mean writing it. */
export function isUseDue(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= notedAgainAfterMs;
}
