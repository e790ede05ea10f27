import { tableColumns, type Database, type Queryable } from '@tollgate/postgres';
import { createAlertStore } from '../alerts/alert-store';
import { createBook } from '../ledger/book-store';
import { defineColumns } from '../ledger/column-batch';
import type { CalendarMonth } from '../shared/calendar';
import type { Invoice, InvoiceLine } from './invoice';
import {
  invoiceFields,
  lineFields,
  monthToDate,
  readInvoice,
  readLine,
  readMonth,
  type InvoiceRow,
  type LineRow,
} from './invoice-rows';
import type { InvoiceDatabase, InvoicePage, InvoiceStore, InvoiceWriter } from './ports';

/** More teams times models than an invoice has; one that had more would not be made. */
const linesMax = 50_000;

export function createInvoiceDatabase(database: Database): InvoiceDatabase {
  return {
    ...createReader(database),
    inTransaction: (run) =>
      database.withTransaction((sql) =>
        run({
          invoices: createWriter(sql),
          alerts: createAlertStore(sql),
          book: createBook(sql),
        }),
      ),
  };
}

const findSql = `SELECT ${invoiceFields} FROM invoices WHERE id = $1 AND status <> 'prepaid'`;

function createReader(sql: Queryable): InvoiceStore {
  return {
    async find(invoiceId) {
      const { rows } = await sql.query<InvoiceRow>(findSql, [invoiceId]);
      return rows.map(readInvoice)[0];
    },
    async listLines(invoiceId) {
      const { rows } = await sql.query<LineRow>(
        `SELECT ${lineFields} FROM invoice_lines WHERE invoice_id = $1
          ORDER BY cost_center_code, team_id, spend_nanos DESC, model, month`,
        [invoiceId],
      );
      return rows.map(readLine);
    },
    list: (page) => listInvoices(sql, page),
    async listDueOrgs(month, limit) {
      const { rows } = await sql.query<{ org_id: string }>(
        `SELECT org_id FROM org_terms WHERE is_monthly AND done_month < $1
          ORDER BY done_month, org_id LIMIT $2`,
        [monthToDate(month), limit],
      );
      return rows.map((row) => row.org_id);
    },
  };
}

async function listInvoices(sql: Queryable, page: InvoicePage): Promise<Invoice[]> {
  const { before, limit, orgId = null, status = null } = page;
  const { rows } = await sql.query<InvoiceRow>(
    `SELECT ${invoiceFields} FROM invoices
      WHERE status <> 'prepaid' AND ($1::text IS NULL OR org_id = $1)
        AND ($2::text IS NULL OR status = $2) AND ($3 = '' OR id < $3)
      ORDER BY id DESC LIMIT $4`,
    [orgId, status, before, limit],
  );
  return rows.map(readInvoice);
}

const savedColumns = tableColumns<Invoice>(['id', 'status', 'paidAtMs', 'voidedAtMs']);

function createWriter(sql: Queryable): InvoiceWriter {
  return {
    ...createReader(sql),
    async lock(invoiceId) {
      const { rows } = await sql.query<InvoiceRow>(`${findSql} FOR UPDATE`, [invoiceId]);
      return rows.map(readInvoice)[0];
    },
    async save(invoice) {
      await sql.query(
        `UPDATE invoices SET (${savedColumns.names}) = (${savedColumns.parameters}) WHERE id = $1`,
        savedColumns.values(invoice),
      );
    },
    lockWallet: (orgId) => lockWallet(sql, orgId),
    async findTerms(orgId) {
      const { rows } = await sql.query<{ is_monthly: boolean; done_month: string }>(
        'SELECT is_monthly, done_month::text AS done_month FROM org_terms WHERE org_id = $1',
        [orgId],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      return { orgId, isMonthly: row.is_monthly, doneMonth: readMonth(row.done_month) };
    },
    async saveTerms({ doneMonth, isMonthly, orgId }) {
      await sql.query(
        `INSERT INTO org_terms (org_id, is_monthly, done_month) VALUES ($1, $2, $3)
         ON CONFLICT (org_id) DO UPDATE SET is_monthly = excluded.is_monthly,
           done_month = excluded.done_month, updated_at = now()`,
        [orgId, isMonthly, monthToDate(doneMonth)],
      );
    },
    listUnbilled: (orgId, through) => listUnbilled(sql, orgId, through),
    insert: (invoice, lines, version) => insert(sql, { ...invoice, lines, version }),
    markPrepaid: (invoice, lines, version) =>
      insert(sql, { ...invoice, lines, version, status: 'prepaid' }),
  };
}

async function lockWallet(sql: Queryable, orgId: string): Promise<bigint> {
  await sql.query('INSERT INTO wallets (id) VALUES ($1) ON CONFLICT (id) DO NOTHING', [orgId]);
  const { rows } = await sql.query<{ version: bigint }>(
    'SELECT version FROM wallets WHERE id = $1 FOR UPDATE',
    [orgId],
  );
  return rows[0]?.version ?? 0n;
}

const unbilledSql = `
SELECT month::text AS month, team_id AS "teamId", model, '' AS "costCenterCode",
  sum(spend)::bigint AS "spendNanos"
  FROM (SELECT month, team_id, model, spend_nanos AS spend FROM org_usage_monthly
         WHERE wallet_id = $1 AND month <= $2
        UNION ALL
        SELECT l.month, l.team_id, l.model, -l.spend_nanos
          FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
         WHERE i.org_id = $1 AND i.status <> 'void' AND l.month <= $2) AS moves
 GROUP BY month, team_id, model HAVING sum(spend) <> 0
 ORDER BY month, team_id, model LIMIT ${linesMax + 1}`;

async function listUnbilled(
  sql: Queryable,
  orgId: string,
  through: CalendarMonth,
): Promise<InvoiceLine[]> {
  const { rows } = await sql.query<LineRow>(unbilledSql, [orgId, monthToDate(through)]);
  if (rows.length > linesMax) throw new Error('an invoice would have too many lines');
  return rows.map(readLine);
}

const lineColumns = defineColumns<InvoiceLine>({
  month: { type: 'text', read: (line) => monthToDate(line.month) },
  team_id: { type: 'text', read: (line) => line.teamId },
  model: { type: 'text', read: (line) => line.model },
  cost_center_code: { type: 'text', read: (line) => line.costCenterCode },
  spend_nanos: { type: 'bigint', read: (line) => line.spendNanos },
});

interface NewInvoice extends Omit<Invoice, 'status'> {
  readonly status: Invoice['status'] | 'prepaid';
  readonly lines: readonly InvoiceLine[];
  readonly version: bigint;
}

async function insert(sql: Queryable, invoice: NewInvoice): Promise<void> {
  const { createdAtMs, dueAtMs, id, month, orgId, status } = invoice;
  await sql.query(
    `INSERT INTO invoices (id, org_id, month, status, subtotal_nanos, vat_nanos, wallet_version,
       created_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[id, orgId, monthToDate(month), status, invoice.subtotalNanos, invoice.vatNanos],
      ...[invoice.version, new Date(createdAtMs), new Date(dueAtMs)],
    ],
  );
  await sql.query(
    `INSERT INTO invoice_lines (invoice_id, month, team_id, model, cost_center_code, spend_nanos)
     SELECT $1, month::date, team_id, model, cost_center_code, spend_nanos
       FROM ${lineColumns.from('lines', 2)}`,
    [id, ...lineColumns.values(invoice.lines)],
  );
}
