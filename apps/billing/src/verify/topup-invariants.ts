import { countBreaches, type SqlInvariant } from './invariants';

const nanosPerCent = 10_000_000;

/** Entries of one kind by the top-up that they name, with what went to each side. */
const entriesOf = (kind: 'topup' | 'refund', side: 'to_account' | 'from_account'): string => `(
  SELECT reference, count(DISTINCT entry_id) AS entries,
         coalesce(sum(amount_nanos) FILTER (WHERE ${side} = 'wallet:' || wallet_id), 0) AS credit,
         coalesce(sum(amount_nanos) FILTER (WHERE ${side} = 'fees'), 0) AS fee,
         coalesce(sum(amount_nanos) FILTER (WHERE ${side} = 'vat'), 0) AS vat
    FROM billing.transfers WHERE kind = '${kind}' GROUP BY reference) AS e`;

const compare = (statuses: string, entries: string): string => `
  SELECT count(t.id) AS count, coalesce(sum(e.credit), 0) AS nanos,
         ${countBreaches(
           `t.id IS NULL OR e.reference IS NULL OR e.entries <> 1
            OR e.credit <> t.amount_cents * ${nanosPerCent}
            OR e.fee <> t.fee_cents * ${nanosPerCent}
            OR e.vat <> t.vat_cents * ${nanosPerCent}`,
           'coalesce(t.id, e.reference)',
         )}
    FROM (SELECT * FROM billing.topups WHERE status IN (${statuses})) AS t
    FULL JOIN ${entries} ON e.reference = t.id`;

/** Each payment and each refund is in the ledger exactly once. */
const shareOf = (cents: string): string =>
  `div(t.${cents} * ${nanosPerCent}::numeric * t.reversed_minor, t.total_minor)`;

/** What left an account in reversals, less what came back. */
const takenFrom = (account: string): string => `
  coalesce(sum(CASE WHEN from_account = ${account} THEN amount_nanos
                    WHEN to_account = ${account} THEN -amount_nanos ELSE 0 END), 0)`;

export const topupInvariants: readonly SqlInvariant[] = [
  {
    id: 'topups_equal_entries',
    name: 'every paid top-up is in the ledger once, with its credit, fee and tax',
    unit: 'top-ups',
    sql: compare(`'paid', 'refunded'`, entriesOf('topup', 'to_account')),
  },
  {
    id: 'refunds_equal_entries',
    name: 'every refunded top-up was taken back once, whole',
    unit: 'refunds',
    sql: compare(`'refunded'`, entriesOf('refund', 'from_account')),
  },
  {
    id: 'reversals_equal_entries',
    name: 'what providers took back of a payment left the wallet, the fees and the tax in proportion',
    unit: 'top-ups',
    sql: `
  SELECT count(t.id) AS count, coalesce(sum(e.credit), 0) AS nanos,
         ${countBreaches(
           `t.id IS NULL
            OR coalesce(e.credit, 0) <> ${shareOf('amount_cents')}
            OR coalesce(e.fee, 0) <> ${shareOf('fee_cents')}
            OR coalesce(e.vat, 0) <> ${shareOf('vat_cents')}`,
           'coalesce(t.id, e.reference)',
         )}
    FROM (SELECT * FROM billing.topups WHERE reversed_minor > 0 OR EXISTS (
            SELECT FROM billing.topup_reversals AS r WHERE r.topup_id = topups.id)) AS t
    FULL JOIN (
      SELECT reference, ${takenFrom(`'wallet:' || wallet_id`)} AS credit,
             ${takenFrom(`'fees'`)} AS fee, ${takenFrom(`'vat'`)} AS vat
        FROM billing.transfers WHERE kind = 'reversal' GROUP BY reference) AS e
      ON e.reference = t.id`,
  },
];
