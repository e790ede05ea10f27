import type { AlertStore } from '../alerts/ports';
import type { Book } from '../ledger/ports';
import type { CalendarMonth } from '../shared/calendar';
import type { Invoice, InvoiceLine, InvoiceStatus, UnbilledSpend } from './invoice';

/** How an organization pays. */
export interface OrgTerms {
  readonly orgId: string;
  readonly isMonthly: boolean;
  /** The last month that needs no invoice any more. */
  readonly doneMonth: CalendarMonth;
}

export interface InvoicePage {
  /** Id of the last one that was seen; empty for the first page. */
  readonly before: string;
  readonly limit: number;
  readonly orgId: string | undefined;
  readonly status: InvoiceStatus | undefined;
}

export interface InvoiceStore {
  find(invoiceId: string): Promise<Invoice | undefined>;
  listLines(invoiceId: string): Promise<InvoiceLine[]>;
  list(page: InvoicePage): Promise<Invoice[]>;
  /** Organizations with months that need an invoice, up to this one. */
  listDueOrgs(month: CalendarMonth, limit: number): Promise<string[]>;
}

/** The same inside a transaction. */
export interface InvoiceWriter extends InvoiceStore {
  /** Locks it until the transaction ends. */
  lock(invoiceId: string): Promise<Invoice | undefined>;
  save(invoice: Invoice): Promise<void>;
  /**
   * Holds the wallet still, so that no charge is posted until the transaction ends: its place in
   * the statement, from which invoices can be checked later.
   */
  lockWallet(orgId: string): Promise<bigint>;
  findTerms(orgId: string): Promise<OrgTerms | undefined>;
  saveTerms(terms: OrgTerms): Promise<void>;
  /** Up to the end of the month, whenever it was spent. */
  listUnbilled(orgId: string, through: CalendarMonth): Promise<UnbilledSpend[]>;
  insert(invoice: Invoice, lines: readonly InvoiceLine[], walletVersion: bigint): Promise<void>;
  /** Whatever no invoice has asked for was paid in advance: no invoice will ask for it. */
  markPrepaid(invoice: Invoice, lines: readonly InvoiceLine[], version: bigint): Promise<void>;
}

export interface InvoiceStores {
  readonly invoices: InvoiceWriter;
  readonly alerts: AlertStore;
  readonly book: Book;
}

export interface InvoiceDatabase extends InvoiceStore {
  inTransaction<T>(run: (stores: InvoiceStores) => Promise<T>): Promise<T>;
}
