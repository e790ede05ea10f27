import { formatDecimal, nanosPerUsd, type Nanos } from '@tollgate/money';
import { findOrgId } from '../wallets/wallet';
import type { Alert } from './alert';

export interface AlertMail {
  readonly subject: string;
  readonly text: string;
}

const labelLengthMax = 60;
const centDecimals = 2;
const nanoDecimals = 9;

/** Plain words and figures; nothing in it is secret, and no link does anything by itself. */
export function makeAlertMail(alert: Alert, name: string, siteUrl: string): AlertMail {
  const { limitNanos, threshold, usedNanos } = alert;
  const leftNanos = limitNanos > usedNanos ? limitNanos - usedNanos : 0n;
  const what = nameLimit(alert);
  const figures = `${formatAmount(usedNanos)} of ${formatAmount(limitNanos)}`;
  const lines = [
    `Hello${name === '' ? '' : ` ${clean(name)}`},`,
    '',
    `${threshold} % of ${what} is used: ${figures}. ${formatAmount(leftNanos)} is left.`,
    describeEnd(alert),
    '',
    `See what was spent on: ${siteUrl}`,
    '',
  ];
  return { subject: `${threshold} % of ${what} is used`, text: lines.join('\n') };
}

function nameLimit({ label, scope, walletId, window }: Alert): string {
  if (window === 'balance') {
    return findOrgId(walletId) === undefined ? 'your credit' : "your organization's credit";
  }
  const owner = label === '' ? `this ${scope}` : `the ${scope} "${clean(label)}"`;
  return `the ${window} spend limit of ${owner}`;
}

function describeEnd({ window, windowEndMs }: Alert): string {
  if (window === 'balance') return 'When it is used up, calls are refused until you top up.';
  const refused = 'When the limit is reached, calls are refused';
  if (windowEndMs === null) return `${refused} until the limit is raised.`;
  return `${refused} until ${new Date(windowEndMs).toISOString()}.`;
}

/** To the cent, except where cents would show nothing. */
function formatAmount(nanos: Nanos): string {
  const perCent = nanosPerUsd / hundred;
  const text =
    nanos >= nanosPerUsd
      ? formatDecimal((nanos + perCent / 2n) / perCent, centDecimals)
      : formatDecimal(nanos, nanoDecimals);
  return `USD ${text}`;
}

const hundred = 100n;

/** Names come from people: they stay on their line and cannot look like a header or a link. */
function clean(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}<>]/gu, ' ')
    .replace(/:\/\//g, ' ')
    .slice(0, labelLengthMax);
}
