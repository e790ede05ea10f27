import { makeUlid } from '@tollgate/ids';
import { nanosToUsdNumber } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import { type CalendarMonth, formatMonth, getCalendarMonth } from '../shared/calendar';
import type { InvoicedOrganizations } from '../wallets/owner-ports';
import { type Invoice, makeInvoice, type UnbilledSpend } from './invoice';
import type { InvoiceDatabase, InvoiceStores } from './ports';

/** Data of an invoice that is not in the book. */
export interface InvoiceFacts {
  readonly hasVat: boolean;
  /** By team. */
  readonly costCenters: ReadonlyMap<string, string>;
}

/** Read before the transaction: a locked wallet must not wait for orgs. */
export async function readInvoiceFacts(
  organizations: InvoicedOrganizations,
  orgId: string,
  requestId: string,
): Promise<InvoiceFacts> {
  const [organization, teams] = await Promise.all([
    organizations.getOrganization(orgId, requestId),
    organizations.listTeams(orgId, requestId),
  ]);
  return {
    hasVat: organization.hasLocalCurrency,
    costCenters: new Map(teams.map(({ costCenterCode, teamId }) => [teamId, costCenterCode])),
  };
}

export interface IssueRequest {
  readonly orgId: string;
  readonly walletVersion: bigint;
  readonly facts: InvoiceFacts;
  readonly nowMs: number;
  readonly requestId: string;
}

/** Makes the invoices of these months, each of what is not on an earlier one; how many. */
export async function issueInvoices(
  stores: InvoiceStores,
  request: IssueRequest,
  months: { readonly first: CalendarMonth; readonly last: CalendarMonth },
): Promise<number> {
  let issued = 0;
  for (let month = months.first; month <= months.last; month++) {
    const spend = await stores.invoices.listUnbilled(request.orgId, month);
    const invoice = makeDraft(request, month, spend);
    if (invoice === undefined) continue;
    await stores.invoices.insert(invoice, addCostCenters(spend, request), request.walletVersion);
    await recordIssue(stores, invoice, request.requestId);
    issued += 1;
  }
  return issued;
}

/** What was spent before monthly billing begins is paid already. */
export async function markAllPrepaid(
  stores: InvoiceStores,
  request: IssueRequest,
  month: CalendarMonth,
): Promise<void> {
  const spend = await stores.invoices.listUnbilled(request.orgId, month);
  const draft = makeDraft(request, month, spend);
  if (draft === undefined) return;
  await stores.invoices.markPrepaid(draft, addCostCenters(spend, request), request.walletVersion);
}

function makeDraft(
  { facts, nowMs, orgId }: IssueRequest,
  month: CalendarMonth,
  spend: readonly UnbilledSpend[],
): Invoice | undefined {
  return makeInvoice(spend, { ulid: makeUlid(nowMs), orgId, month, hasVat: facts.hasVat });
}

function addCostCenters(spend: readonly UnbilledSpend[], { facts }: IssueRequest) {
  return spend.map((line) => ({
    ...line,
    costCenterCode: facts.costCenters.get(line.teamId) ?? '',
  }));
}

async function recordIssue(
  { book }: InvoiceStores,
  invoice: Invoice,
  requestId: string,
): Promise<void> {
  await book.recordAudit({
    action: 'org.invoice.create',
    actor: { type: 'system', id: 'billing', email: '' },
    target: { type: 'invoice', id: invoice.id },
    after: {
      period: formatMonth(invoice.month),
      subtotalUsd: nanosToUsdNumber(invoice.subtotalNanos),
      vatUsd: nanosToUsdNumber(invoice.vatNanos),
    },
    ip: '',
    requestId,
    orgId: invoice.orgId,
  });
}

/** Makes the invoices of all months that are over; how many. */
export type IssueDueInvoices = () => Promise<number>;

/** The last calls of a month get this long to end and to come in; later ones are invoiced later. */
const settleMs = 60 * 60_000;
const orgsPerRoundMax = 100;

/**
 * Whenever it runs, and however often: an organization's wallet is locked, and what an invoice has
 * asked for is not unbilled any more. After a time of rest every month gets its own invoice.
 */
export function issueDueInvoicesUseCase(ports: {
  readonly store: InvoiceDatabase;
  readonly organizations: InvoicedOrganizations;
  readonly getNowMs: () => number;
  readonly logger: Logger;
}): IssueDueInvoices {
  const { getNowMs, logger, organizations, store } = ports;

  async function issue(orgId: string, last: CalendarMonth): Promise<number> {
    const facts = await readInvoiceFacts(organizations, orgId, '');
    return store.inTransaction(async (stores) => {
      const walletVersion = await stores.invoices.lockWallet(orgId);
      const terms = await stores.invoices.findTerms(orgId);
      if (!terms?.isMonthly || terms.doneMonth >= last) return 0;
      const request = { orgId, walletVersion, facts, nowMs: getNowMs(), requestId: '' };
      const months = { first: terms.doneMonth + 1, last };
      const issued = await issueInvoices(stores, request, months);
      await stores.invoices.saveTerms({ ...terms, doneMonth: last });
      return issued;
    });
  }

  return async () => {
    const last = getCalendarMonth(getNowMs() - settleMs) - 1;
    let issued = 0;
    for (const orgId of await store.listDueOrgs(last, orgsPerRoundMax)) {
      try {
        issued += await issue(orgId, last);
      } catch (error) {
        // Those of the others do not wait for it; the next round tries again.
        logger.error('invoice not made', { orgId, error });
      }
    }
    return issued;
  };
}
