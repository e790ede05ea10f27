import { AppError } from '@tollgate/errors';
import { nanosToUsdNumber } from '@tollgate/money';
import { formatMonth } from '../shared/calendar';
import type { Operator } from '../shared/money-ports';
import type { PostBalance } from '../wallets/post-balance';
import type { Wallet } from '../wallets/wallet';
import { makeInvoiceEntry, type Invoice } from './invoice';
import type { InvoiceDatabase, InvoiceStores } from './ports';

export interface InvoiceDecision {
  readonly invoiceId: string;
  readonly decision: 'mark_paid' | 'void';
  readonly reason: string;
  readonly operator: Operator;
}

/** Throws `not_found`, and `conflict` when the invoice is not open. */
export type DecideInvoice = (decision: InvoiceDecision) => Promise<Invoice>;

/**
 * An operator marks an invoice as paid, which pays off the wallet once, or as a
 * mistake. What a void one asked for is still owed: the next invoice asks for it.
 */
export function decideInvoiceUseCase(ports: {
  readonly store: InvoiceDatabase;
  readonly postBalance: PostBalance;
  readonly getNowMs: () => number;
}): DecideInvoice {
  return async (request) => {
    const { invoice, wallet } = await ports.store.inTransaction(async (stores) => {
      const { orgId = '' } = (await stores.invoices.find(request.invoiceId)) ?? {};
      // The same lock as issuing: the billed charges must not change.
      if (orgId !== '') await stores.invoices.lockWallet(orgId);
      const found = await stores.invoices.lock(request.invoiceId);
      assertOpen(found);
      const nowMs = ports.getNowMs();
      const isPaid = request.decision === 'mark_paid';
      const changed: Invoice = isPaid
        ? { ...found, status: 'paid', paidAtMs: nowMs }
        : { ...found, status: 'void', voidedAtMs: nowMs };
      await stores.invoices.save(changed);
      const settled = isPaid ? await settle(stores, changed, nowMs) : undefined;
      await stores.book.recordAudit(describe(found, changed, request));
      return { invoice: changed, wallet: settled };
    });
    if (wallet) await ports.postBalance(wallet);
    return invoice;
  };
}

async function settle(
  { alerts, book }: InvoiceStores,
  invoice: Invoice,
  nowMs: number,
): Promise<Wallet | undefined> {
  const [wallet] = await book.addEntries([makeInvoiceEntry(invoice, nowMs)]);
  if (wallet) await alerts.setBaseline(wallet, nowMs);
  return wallet;
}

function assertOpen(invoice: Invoice | undefined): asserts invoice is Invoice {
  if (!invoice) throw new AppError('not_found', { message: 'There is no such invoice' });
  if (invoice.status === 'open') return;
  throw new AppError('conflict', { message: `The invoice is ${invoice.status}` });
}

function describe(
  before: Invoice,
  after: Invoice,
  { decision, operator, reason }: InvoiceDecision,
) {
  return {
    ...operator,
    action: `admin.invoice.${decision}`,
    target: { type: 'invoice', id: after.id },
    before: { status: before.status },
    after: {
      status: after.status,
      period: formatMonth(after.month),
      totalUsd: nanosToUsdNumber(after.subtotalNanos + after.vatNanos),
      reason,
    },
    orgId: after.orgId,
  };
}
