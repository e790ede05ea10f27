import { countBreaches, type SqlInvariant } from './invariants';

/** What had been billed when an invoice was made, itself included. */
const billedThen = `
  SELECT coalesce(sum(l.spend_nanos), 0) AS amount
    FROM billing.invoices j JOIN billing.invoice_lines l ON l.invoice_id = j.id
   WHERE j.org_id = i.org_id
     AND (j.wallet_version < i.wallet_version
          OR (j.wallet_version = i.wallet_version AND j.month <= i.month))
     AND (j.voided_at IS NULL OR j.voided_at >= i.created_at)`;

/** What the ledger had been charged then, up to the end of its month. */
const chargedThen = `
  SELECT coalesce(sum(amount_nanos), 0) AS amount FROM billing.transfers
   WHERE wallet_id = i.org_id AND kind = 'settle' AND wallet_version <= i.wallet_version
     AND occurred_at < (i.month + interval '1 month') AT TIME ZONE 'UTC'`;

/** About organizations that pay at the end of the month. */
export const invoiceInvariants: readonly SqlInvariant[] = [
  {
    id: 'invoices_equal_charges',
    name: 'every invoice asks for the charges up to its month that no other one asked for',
    unit: 'invoices',
    sql: `SELECT count(*) FILTER (WHERE i.status <> 'prepaid') AS count,
                 coalesce(sum(i.subtotal_nanos) FILTER (WHERE i.status <> 'prepaid'), 0) AS nanos,
                 ${countBreaches(
                   `billed.amount <> charged.amount OR i.subtotal_nanos <> lines.amount`,
                   'i.id',
                 )}
            FROM billing.invoices i,
                 LATERAL (${billedThen}) AS billed, LATERAL (${chargedThen}) AS charged,
                 LATERAL (SELECT coalesce(sum(spend_nanos), 0) AS amount
                            FROM billing.invoice_lines WHERE invoice_id = i.id) AS lines`,
  },
  {
    id: 'paid_invoices_equal_entries',
    name: 'every paid invoice is in the ledger once, with its amount and tax',
    unit: 'paid invoices',
    sql: `SELECT count(i.id) AS count, coalesce(sum(i.subtotal_nanos), 0) AS nanos,
                 ${countBreaches(
                   `i.id IS NULL OR e.entries IS DISTINCT FROM 1
                    OR e.settled <> i.subtotal_nanos OR e.vat <> i.vat_nanos`,
                   'coalesce(i.id, e.reference)',
                 )}
            FROM (SELECT * FROM billing.invoices WHERE status = 'paid') AS i
            FULL JOIN (
              SELECT reference, count(DISTINCT entry_id) AS entries,
                     coalesce(sum(amount_nanos)
                       FILTER (WHERE to_account = 'wallet:' || wallet_id), 0) AS settled,
                     coalesce(sum(amount_nanos) FILTER (WHERE to_account = 'vat'), 0) AS vat
                FROM billing.transfers WHERE kind = 'invoice' GROUP BY reference) AS e
              ON e.reference = i.id`,
  },
];
