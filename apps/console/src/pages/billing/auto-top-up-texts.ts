import type { GetAutoTopupResponse } from '../../api/generated/types.gen';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import type { Tone } from '../../ui/badge';

export type AutoTopUp = GetAutoTopupResponse;
type State = AutoTopUp['state'];

export const stateTones: Readonly<Record<State, Tone>> = {
  off: 'neutral',
  active: 'good',
  charging: 'warn',
  paused: 'bad',
  monthly_limit: 'warn',
  suspended: 'bad',
};

export function nameState(state: State): string {
  const names: Readonly<Record<State, string>> = {
    off: t('off'),
    active: t('on'),
    charging: t('a payment is in progress'),
    paused: t('paused'),
    monthly_limit: t('monthly limit reached'),
    suspended: t('suspended'),
  };
  return names[state];
}

/** Why nothing is charged now, and what to do; undefined when nothing is wrong. */
export function explainState({ pausedReason, state }: AutoTopUp): string | undefined {
  if (state === 'suspended') {
    return t('A payment was disputed or refunded. Please contact the operator of this service.');
  }
  if (state === 'monthly_limit') {
    return t('The next payment would exceed the monthly limit. It comes in the next month.');
  }
  return state === 'paused' ? explainFailure(pausedReason) : undefined;
}

export function explainFailure(failure: string | null): string {
  switch (failure) {
    case 'authentication_required':
      return t('The bank wants you to confirm the payment. Top up once and keep the card again.');
    case 'card_unusable':
      return t('The payment provider no longer has the card. Top up and keep a card.');
    case 'channel_closed':
      return t('The payment channel is closed, or no longer takes the amount.');
    default:
      return t('The card was declined. Top up with another card and keep it, or ask your bank.');
  }
}

export function nameCard({ brand, last4 }: NonNullable<AutoTopUp['paymentMethod']>): string {
  return `${brand} •••• ${last4}`;
}

/** What will be charged, when and how often. */
export function describeRule(rule: {
  readonly card: string;
  readonly thresholdUsd: number;
  readonly amountUsd: number;
  readonly totalUsd: number;
  readonly monthlyLimitUsd: number;
}): string {
  return t(
    'When less than {threshold} is left, {card} is charged {total} for {amount} of credit: at most once in ten minutes, and at most {limit} in a calendar month (UTC).',
    {
      card: rule.card,
      threshold: formatUsd(rule.thresholdUsd),
      total: formatUsd(rule.totalUsd),
      amount: formatUsd(rule.amountUsd),
      limit: formatUsd(rule.monthlyLimitUsd),
    },
  );
}
