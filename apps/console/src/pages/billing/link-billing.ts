import type { LinkProps } from '@tanstack/react-router';

type BillingLink = Pick<LinkProps, 'to' | 'params'>;

/** The receipt of a top-up, of the account or of an organization. */
export function linkTopUp(topupId: string, orgId: string | undefined): BillingLink {
  return orgId === undefined
    ? { to: '/billing/top-ups/$topupId', params: { topupId } }
    : { to: '/orgs/$orgId/top-ups/$topupId', params: { orgId, topupId } };
}

export function linkStatement(month: string, orgId: string | undefined): BillingLink {
  return orgId === undefined
    ? { to: '/billing/statements/$month', params: { month } }
    : { to: '/orgs/$orgId/statements/$month', params: { orgId, month } };
}
