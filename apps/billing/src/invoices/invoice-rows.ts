import { formatDay, getDayStartMs, parseDay } from '../shared/calendar-day';
import { getCalendarMonth, getFirstDay, type CalendarMonth } from '../shared/calendar-month';
import { toMs } from '../top-ups/topup-rows';
import type { Invoice, InvoiceLine } from './invoice';

export interface InvoiceRow {
  readonly id: string;
  readonly org_id: string;
  readonly month: string;
  readonly status: Invoice['status'];
  readonly subtotal_nanos: bigint;
  readonly vat_nanos: bigint;
  readonly created_at: Date;
  readonly due_at: Date;
  readonly paid_at: Date | null;
  readonly voided_at: Date | null;
}

export interface LineRow {
  readonly month: string;
  readonly team_id: string;
  readonly model: string;
  readonly cost_center_code: string;
  readonly spend_nanos: bigint;
}

export function monthToDate(month: CalendarMonth): string {
  return formatDay(getFirstDay(month));
}

export function readMonth(date: string): CalendarMonth {
  return getCalendarMonth(getDayStartMs(parseDay(date) ?? 0));
}

export function readInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    orgId: row.org_id,
    month: readMonth(row.month),
    status: row.status,
    subtotalNanos: row.subtotal_nanos,
    vatNanos: row.vat_nanos,
    createdAtMs: row.created_at.getTime(),
    dueAtMs: row.due_at.getTime(),
    paidAtMs: toMs(row.paid_at),
    voidedAtMs: toMs(row.voided_at),
  };
}

export function readLine(row: LineRow): InvoiceLine {
  return {
    month: readMonth(row.month),
    teamId: row.team_id,
    model: row.model,
    costCenterCode: row.cost_center_code,
    spendNanos: row.spend_nanos,
  };
}
