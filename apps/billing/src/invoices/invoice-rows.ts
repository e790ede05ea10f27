import { tableColumns } from '@tollgate/postgres';
import {
  type CalendarMonth,
  formatDay,
  getCalendarMonth,
  getDayStartMs,
  getFirstDay,
  parseDay,
} from '../shared/calendar';
import type { Invoice, InvoiceLine } from './invoice';

/** The first day of the month as a text, because `pg` reads dates in the zone of the process. */
interface MonthColumn {
  readonly month: string;
}
export type InvoiceRow = Omit<Invoice, 'month'> & MonthColumn;
export type LineRow = Omit<InvoiceLine, 'month'> & MonthColumn;

const columns = tableColumns<Invoice>([
  ...(['id', 'orgId', 'status', 'subtotalNanos', 'vatNanos'] as const),
  ...(['createdAtMs', 'dueAtMs', 'paidAtMs', 'voidedAtMs'] as const),
]);
const lineColumns = tableColumns<InvoiceLine>(['teamId', 'model', 'costCenterCode', 'spendNanos']);

export const invoiceFields = `month::text AS month, ${columns.select}`;
export const lineFields = `month::text AS month, ${lineColumns.select}`;

export function monthToDate(month: CalendarMonth): string {
  return formatDay(getFirstDay(month));
}

export function readMonth(date: string): CalendarMonth {
  return getCalendarMonth(getDayStartMs(parseDay(date) ?? 0));
}

export function readInvoice(row: InvoiceRow): Invoice {
  return { ...row, month: readMonth(row.month) };
}

export function readLine(row: LineRow): InvoiceLine {
  return { ...row, month: readMonth(row.month) };
}
