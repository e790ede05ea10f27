import type { AuditEntry } from '@tollgate/event-log';
import { nanosToUsdNumber } from '@tollgate/money';
import { centsToNanos } from '../shared/cents';
import { findOrgId } from '../wallets/wallet';
import type { AutoTopup } from './auto-topup';
import type { PaymentMethod } from './payment-method';

/** The author of a change, for the audit log. */
export type ChangeAuthor = Pick<AuditEntry, 'actor' | 'ip' | 'requestId'>;

/** Changes that billing makes by itself. */
export const systemAuthor: ChangeAuthor = {
  actor: { type: 'system', id: 'billing', email: '' },
  ip: '',
  requestId: '',
};

export function describeRuleChange(
  author: ChangeAuthor,
  action: 'set' | 'remove' | 'pause',
  before: AutoTopup | undefined,
  after: AutoTopup | undefined,
): AuditEntry {
  const walletId = (after ?? before)?.walletId ?? '';
  return {
    ...author,
    action: `auto_topup.${action}`,
    target: { type: 'wallet', id: walletId },
    before: before && describeRule(before),
    after: after && describeRule(after),
    orgId: findOrgId(walletId),
  };
}

export function describeMethodChange(
  author: ChangeAuthor,
  before: PaymentMethod | undefined,
  after: PaymentMethod | undefined,
): AuditEntry {
  const walletId = (after ?? before)?.walletId ?? '';
  return {
    ...author,
    action: after === undefined ? 'payment_method.remove' : 'payment_method.save',
    target: { type: 'wallet', id: walletId },
    before: before && describeMethod(before),
    after: after && describeMethod(after),
    orgId: findOrgId(walletId),
  };
}

function describeRule(rule: AutoTopup): object {
  return {
    enabled: rule.isEnabled,
    channel: rule.channel,
    thresholdUsd: toUsd(rule.thresholdCents),
    amountUsd: toUsd(rule.amountCents),
    monthlyLimitUsd: toUsd(rule.monthlyLimitCents),
    pausedReason: rule.pausedReason,
  };
}

function describeMethod({ brand, last4, provider, topupId }: PaymentMethod): object {
  return { provider, brand, last4, topupId };
}

export function toUsd(cents: bigint): number {
  return nanosToUsdNumber(centsToNanos(cents));
}
