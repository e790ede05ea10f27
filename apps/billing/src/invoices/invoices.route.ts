import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import {
  getPathParameter,
  getRequestId,
  type Handlers,
  validate,
  validateQuery,
} from '@tollgate/http';
import {
  answerOperatorWrite,
  type IdempotencyStore,
  type OperatorWrite,
} from '@tollgate/idempotency';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { formatMonth } from '../shared/calendar';
import { formatTime } from '../shared/format-time';
import { findNextCursor, pageSchema } from '../shared/page-fields';
import { getPayingCaller } from '../shared/paying-caller.http';
import { decisionBodySchema } from '../top-ups/admin-top-ups.operations';
import { viewerRoles, type ChooseWallet } from '../wallets/choose-wallet';
import type { DecideInvoice, InvoiceDecision } from './decide-invoice';
import type { Invoice, InvoiceLine } from './invoice';
import {
  operatorInvoicesQuerySchema,
  type invoiceDetailSchema,
  type invoiceOperations,
  type invoiceSchema,
} from './invoices.operations';
import type { InvoiceStore } from './ports';

export interface InvoicesOptions {
  readonly invoices: InvoiceStore;
  readonly decideInvoice: DecideInvoice;
  readonly chooseWallet: ChooseWallet;
  readonly idempotency: IdempotencyStore;
}

export function createInvoiceHandlers(
  options: InvoicesOptions,
): Handlers<typeof invoiceOperations> {
  const { chooseWallet, invoices } = options;

  /** The organization of the path, if the caller may see its bills. */
  function chooseOrg(request: Request, response: Response): Promise<string> {
    const orgId = getPathParameter(request, 'orgId');
    const caller = getPayingCaller(response);
    return chooseWallet({ caller, orgId, roles: viewerRoles, requestId: getRequestId(response) });
  }

  return {
    'GET /api/orgs/{orgId}/invoices': async (request, response) => {
      const orgId = await chooseOrg(request, response);
      const { cursor: before, limit } = validateQuery(pageSchema, request.query);
      const found = await invoices.list({ before, limit, orgId, status: undefined });
      const nextCursor = findNextCursor(found, { before, limit });
      response.json({ invoices: found.map(describeInvoice), nextCursor });
    },

    'GET /api/orgs/{orgId}/invoices/{id}': async (request, response) => {
      const orgId = await chooseOrg(request, response);
      const invoice = await invoices.find(getPathParameter(request, 'id'));
      if (invoice?.orgId !== orgId) throw new AppError('not_found');
      const lines = await invoices.listLines(invoice.id);
      response.json({
        ...describeInvoice(invoice),
        lines: lines.map(describeLine),
      } satisfies z.input<typeof invoiceDetailSchema>);
    },

    'GET /api/admin/invoices': async (request, response) => {
      const query = validateQuery(operatorInvoicesQuerySchema, request.query);
      const { cursor: before, limit, orgId, status } = query;
      const found = await invoices.list({ before, limit, orgId, status });
      const nextCursor = findNextCursor(found, { before, limit });
      response.json({ items: found.map(describeInvoice), nextCursor });
    },

    'POST /api/admin/invoices/{id}/mark-paid': createDecision(options, 'mark_paid'),
    'POST /api/admin/invoices/{id}/void': createDecision(options, 'void'),
  };
}

function createDecision(
  { decideInvoice, idempotency: store }: InvoicesOptions,
  decision: InvoiceDecision['decision'],
) {
  const run = async ({ body, id: invoiceId, operator }: OperatorWrite) => {
    const { reason } = validate(decisionBodySchema, body);
    const invoice = await decideInvoice({ invoiceId, decision, reason, operator });
    return { status: 200, body: describeInvoice(invoice) };
  };
  return answerOperatorWrite({ store, run });
}

function describeInvoice(invoice: Invoice): z.input<typeof invoiceSchema> {
  const { paidAtMs, subtotalNanos, vatNanos } = invoice;
  return {
    id: invoice.id,
    orgId: invoice.orgId,
    period: formatMonth(invoice.month),
    status: invoice.status,
    subtotal: nanosToUsdNumber(subtotalNanos),
    vat: nanosToUsdNumber(vatNanos),
    total: nanosToUsdNumber(subtotalNanos + vatNanos),
    createdAt: formatTime(invoice.createdAtMs),
    dueAt: formatTime(invoice.dueAtMs),
    paidAt: paidAtMs === null ? null : formatTime(paidAtMs),
  };
}

function describeLine(line: InvoiceLine) {
  return {
    costCenterCode: line.costCenterCode === '' ? null : line.costCenterCode,
    teamId: line.teamId === '' ? null : line.teamId,
    model: line.model,
    spend: nanosToUsdNumber(line.spendNanos),
    period: formatMonth(line.month),
  };
}
