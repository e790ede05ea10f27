import type { Nanos } from '@tollgate/money';
import { toUsd } from '../shared/usd';

export type BillingMode = 'prepaid' | 'monthly';

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** Unique; for addresses that people read. */
  readonly slug: string;
  readonly plan: string;
  readonly billingMode: BillingMode;
  /** How many members it may have. */
  readonly seats: number;
  /** How far a monthly balance may go below zero. */
  readonly creditLineNanos: Nanos | null;
  /** Invoices carry VAT. */
  readonly hasLocalCurrency: boolean;
  readonly weeklyBudgetNanos: Nanos | null;
  readonly monthlyBudgetNanos: Nanos | null;
  readonly createdAt: Date;
  readonly suspendedAt: Date | null;
  readonly deletedAt: Date | null;
  /** When its members, rules and keys were deleted; it cannot be restored after that. */
  readonly purgedAt: Date | null;
}

export const planDefault = 'team';
export const seatsDefault = 10;
/** As many as the directory names at once. */
export const seatsMax = 1_000;
export const teamsPerOrgMax = 200;
/** As many as OrgsService lists. */
export const orgsPerUserMax = 100;

/** An organization pays from the wallet of the same name. */
export function getWalletId({ id }: Pick<Organization, 'id'>): string {
  return id;
}

export function describeOrg(org: Organization): object {
  return {
    name: org.name,
    slug: org.slug,
    plan: org.plan,
    seats: org.seats,
    billingMode: org.billingMode,
    creditLineUsd: toUsd(org.creditLineNanos),
    localCurrency: org.hasLocalCurrency,
    suspended: org.suspendedAt !== null,
    deleted: org.deletedAt !== null,
    weeklyBudgetUsd: toUsd(org.weeklyBudgetNanos),
    monthlyBudgetUsd: toUsd(org.monthlyBudgetNanos),
  };
}
