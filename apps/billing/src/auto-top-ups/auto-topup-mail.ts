import { formatDecimal } from '@tollgate/money';
import { findOrgId } from '../wallets/wallet';
import type { AutoTopupMailKind, RuleMail } from './auto-topup';

export interface AutoTopupMail {
  readonly subject: string;
  readonly text: string;
}

const centDecimals = 2;

const paused = 'Automatic top-ups are paused until you turn them on again.';
const explanations: Readonly<Record<AutoTopupMailKind, readonly [subject: string, text: string]>> =
  {
    declined: [
      'Your card was declined: automatic top-ups are paused',
      `The saved card was declined. ${paused} Top up with another card and save it, or ask your bank.`,
    ],
    authentication_required: [
      'Your bank asks for you: automatic top-ups are paused',
      `The bank of the saved card wants you to confirm the payment yourself. ${paused} ` +
        'Top up once on the payment page and save the card again.',
    ],
    card_unusable: [
      'Your card can no longer be used: automatic top-ups are paused',
      `The payment provider no longer has the saved card. ${paused} Top up with a card and save it.`,
    ],
    channel_closed: [
      'Automatic top-ups are paused',
      `The payment channel is closed, or no longer takes the amount. ${paused}`,
    ],
    monthly_limit: [
      'The monthly limit of automatic top-ups is reached',
      'The next automatic top-up would exceed the monthly limit. They go on in the next month, ' +
        'or when you raise the limit.',
    ],
  };

/** Plain words and figures; the link leads to the page where the rule can be changed. */
export function makeAutoTopupMail(rule: RuleMail, siteUrl: string): AutoTopupMail {
  const [subject, explanation] = explanations[rule.mail];
  const threshold = formatDecimal(rule.thresholdCents, centDecimals);
  const amount = formatDecimal(rule.amountCents, centDecimals);
  const limit = formatDecimal(rule.monthlyLimitCents, centDecimals);
  const isOrg = findOrgId(rule.walletId) !== undefined;
  const whose = isOrg ? "your organization's" : 'your';
  const lines = [
    'Hello,',
    '',
    explanation,
    '',
    `The rule: when less than USD ${threshold} of ${whose} credit is left, buy USD ${amount}, ` +
      `for at most USD ${limit} in a month.`,
    '',
    `Change it: ${siteUrl}/${isOrg ? 'orgs' : 'billing'}`,
    '',
  ];
  return { subject, text: lines.join('\n') };
}
