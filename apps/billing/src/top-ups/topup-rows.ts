import { tableColumns } from '@tollgate/postgres';
import type { Quote } from './quote';
import type { Topup } from './topup';

/** A top-up with the columns of its quote beside the others. */
type TopupRow = Omit<Topup, 'quote'> & Omit<Quote, 'totalCents'>;

const quoteFields = [
  'amountCents',
  'feeCents',
  'vatCents',
  'currency',
  'fxRate',
  'totalMinor',
] as const;
const fixedFields = [
  ...(['walletId', 'userId', 'channel', 'provider', 'returnUrl', 'createdAtMs'] as const),
  ...(['isAutomatic', 'savesMethod'] as const),
  ...quoteFields,
];
const changedFields = [
  ...(['id', 'status', 'externalId', 'checkoutUrl', 'instructions', 'problem'] as const),
  ...(['expiresAtMs', 'paidAtMs', 'refundedAtMs', 'refundSentAtMs', 'refundTries'] as const),
  ...(['refundNextAtMs', 'reversedMinor'] as const),
];

const rowColumns = tableColumns<TopupRow>([...fixedFields, ...changedFields]);
const newColumns = tableColumns<TopupRow>(['id', 'status', 'expiresAtMs', ...fixedFields]);
const changedColumns = tableColumns<TopupRow>(changedFields);

export const selectTopups = `SELECT ${rowColumns.select} FROM topups`;
export const insertTopupSql = `
INSERT INTO topups (${newColumns.names}) VALUES (${newColumns.parameters})
ON CONFLICT (id) DO NOTHING`;
export const saveTopupSql = `
UPDATE topups SET (${changedColumns.names}) = (${changedColumns.parameters}) WHERE id = $1`;

export function listNewValues({ quote, ...topup }: Topup): unknown[] {
  return newColumns.values({ ...topup, ...quote });
}

export function listChangedValues({ quote, ...topup }: Topup): unknown[] {
  return changedColumns.values({ ...topup, ...quote });
}

export function readTopup(row: TopupRow): Topup {
  const { amountCents, currency, feeCents, fxRate, totalMinor, vatCents, ...topup } = row;
  const totalCents = amountCents + feeCents + vatCents;
  const quote = { amountCents, feeCents, vatCents, totalCents, currency, fxRate, totalMinor };
  return { ...topup, quote };
}
