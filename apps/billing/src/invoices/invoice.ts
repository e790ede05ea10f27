import { getUlidTimeMs } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import { makeEntry, walletAccount, type JournalEntry, type Move } from '../ledger/journal-entry';
import type { CalendarMonth } from '../shared/calendar';
import { centsToNanos } from '../shared/cents';

export const invoiceStatuses = ['open', 'paid', 'void'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** What was spent and no invoice has asked for yet. */
export interface UnbilledSpend {
  readonly month: CalendarMonth;
  /** Empty: no team's. */
  readonly teamId: string;
  readonly model: string;
  readonly spendNanos: Nanos;
}

export interface InvoiceLine extends UnbilledSpend {
  /** Empty without one. */
  readonly costCenterCode: string;
}

export interface Invoice {
  readonly id: string;
  readonly orgId: string;
  readonly month: CalendarMonth;
  readonly status: InvoiceStatus;
  readonly subtotalNanos: Nanos;
  readonly vatNanos: Nanos;
  readonly createdAtMs: number;
  readonly dueAtMs: number;
  readonly paidAtMs: number | null;
  readonly voidedAtMs: number | null;
}

const daysToPay = 30;
const dayMs = 86_400_000;
const vatPercent = 5n;
const hundred = 100n;

export interface InvoiceOptions {
  readonly ulid: string;
  readonly orgId: string;
  readonly month: CalendarMonth;
  readonly hasVat: boolean;
}

/** Undefined: there is nothing to ask for. */
export function makeInvoice(
  spend: readonly UnbilledSpend[],
  { hasVat, month, orgId, ulid }: InvoiceOptions,
): Invoice | undefined {
  const subtotalNanos = spend.reduce((sum, { spendNanos }) => sum + spendNanos, 0n);
  if (subtotalNanos === 0n) return undefined;
  const createdAtMs = getUlidTimeMs(ulid);
  return {
    id: `inv_${ulid}`,
    orgId,
    month,
    status: 'open',
    subtotalNanos,
    vatNanos: hasVat ? takeVat(subtotalNanos) : 0n,
    createdAtMs,
    dueAtMs: createdAtMs + daysToPay * dayMs,
    paidAtMs: null,
    voidedAtMs: null,
  };
}

/** Half up to the cent, as on top-ups. */
function takeVat(nanos: Nanos): Nanos {
  const divisor = hundred * centsToNanos(1n);
  return centsToNanos((nanos * vatPercent + divisor / 2n) / divisor);
}

/** What was paid pays off the wallet; the tax goes to its own account. */
export function makeInvoiceEntry(invoice: Invoice, paidAtMs: number): JournalEntry {
  const { id, orgId: walletId, subtotalNanos, vatNanos } = invoice;
  const from = 'cash:invoice';
  const vat: Move[] = vatNanos > 0n ? [{ from, to: 'vat', amountNanos: vatNanos }] : [];
  return makeEntry(
    {
      // Named after the invoice: it can be paid once.
      id: `led_${id.slice(id.indexOf('_') + 1)}`,
      occurredAtMs: paidAtMs,
      kind: 'invoice',
      walletId,
      reference: id,
      reason: '',
    },
    { from, to: walletAccount(walletId), amountNanos: subtotalNanos },
    ...vat,
  );
}
