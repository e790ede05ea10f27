import { AppError } from '@tollgate/errors';
import { nanosMax, nanosToUsdNumber, type Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { TillPort } from '../ledger/ports';
import { getCalendarMonth } from '../shared/calendar';
import type { InvoicedOrganizations } from '../wallets/owner-ports';
import type { Wallet } from '../wallets/wallet';
import {
  issueInvoices,
  markAllPrepaid,
  readInvoiceFacts,
  type IssueRequest,
} from './issue-invoices';
import type { InvoiceDatabase, InvoiceStores, OrgTerms } from './ports';

export interface TermsRequest {
  readonly orgId: string;
  readonly isMonthly: boolean;
  /** How far the balance may go below zero. */
  readonly creditLineNanos: Nanos;
  readonly requestId: string;
}

/** How an organization pays from now on. Repeating it changes nothing. */
export type SetOrgTerms = (request: TermsRequest) => Promise<Wallet>;

/**
 * What was spent before monthly billing begins was paid in advance; what was spent when it ends is
 * invoiced at once, because afterwards the organization pays in advance again.
 */
export function setOrgTermsUseCase(ports: {
  readonly store: InvoiceDatabase;
  readonly organizations: InvoicedOrganizations;
  readonly till: Pick<TillPort, 'post'>;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): SetOrgTerms {
  return async (request) => {
    const { creditLineNanos, orgId } = request;
    if (creditLineNanos < 0n || creditLineNanos > nanosMax) {
      throw new AppError('unsupported_param', { message: 'A credit line is 0 or more' });
    }
    const facts = await readInvoiceFacts(ports.organizations, orgId, request.requestId);
    const wallet = await ports.store.inTransaction(async (stores) => {
      const walletVersion = await stores.invoices.lockWallet(orgId);
      const { requestId } = request;
      const nowMs = ports.getNowMs();
      const issue = { orgId, walletVersion, facts, nowMs, requestId };
      await changeTerms(stores, request, issue);
      return changeLine(stores, request);
    });
    await postBalance(wallet);
    return wallet;
  };

  async function postBalance(wallet: Wallet): Promise<void> {
    const { balanceNanos: postedNanos, creditLineNanos: creditNanos, version, walletId } = wallet;
    // It is in the book: if the till is away, the reconciling job repeats it.
    await ports.till
      .post(walletId, { postedNanos, version, creditNanos }, [])
      .catch((error: unknown) => ports.logger.warn('terms not posted to the till yet', { error }));
  }
}

async function changeTerms(
  stores: InvoiceStores,
  { isMonthly, orgId }: TermsRequest,
  issue: IssueRequest,
): Promise<void> {
  const before = await stores.invoices.findTerms(orgId);
  if ((before?.isMonthly ?? false) === isMonthly) return;
  const month = getCalendarMonth(issue.nowMs);
  if (isMonthly) await markAllPrepaid(stores, issue, month);
  else await issueInvoices(stores, issue, { first: (before?.doneMonth ?? month) + 1, last: month });
  const terms: OrgTerms = { orgId, isMonthly, doneMonth: isMonthly ? month - 1 : month };
  await stores.invoices.saveTerms(terms);
  await record(stores, issue, {
    before: { billingMode: nameMode(!isMonthly) },
    after: { billingMode: nameMode(isMonthly) },
  });
}

async function changeLine(
  stores: InvoiceStores,
  { creditLineNanos, orgId, requestId }: TermsRequest,
): Promise<Wallet> {
  const { beforeNanos, wallet } = await stores.book.setCreditLine(orgId, creditLineNanos);
  if (beforeNanos === creditLineNanos) return wallet;
  await record(
    stores,
    { orgId, requestId },
    {
      before: { creditLineUsd: nanosToUsdNumber(beforeNanos) },
      after: { creditLineUsd: nanosToUsdNumber(creditLineNanos) },
    },
  );
  return wallet;
}

const nameMode = (isMonthly: boolean): string => (isMonthly ? 'monthly' : 'prepaid');

/** The audit entry of orgs with the same request id names the operator. */
async function record(
  { book }: InvoiceStores,
  { orgId, requestId }: { readonly orgId: string; readonly requestId: string },
  change: { readonly before: object; readonly after: object },
): Promise<void> {
  await book.recordAudit({
    action: 'org.terms.update',
    actor: { type: 'system', id: 'billing', email: '' },
    target: { type: 'wallet', id: orgId },
    ...change,
    ip: '',
    requestId,
    orgId,
  });
}
