import { defineOperations, pageOf, timeField, usdField } from '@tollgate/http';
import { z } from 'zod';
import { pageFields, pageSchema } from '../shared/page-fields';
import { decisionBodySchema } from '../top-ups/admin-top-ups.operations';
import { invoiceStatuses } from './invoice';

const orgIdLengthMax = 64;
const period = z.string().meta({ description: '`YYYY-MM`' });

const invoiceFields = {
  id: z.string(),
  orgId: z.string(),
  period,
  status: z.enum(invoiceStatuses),
  subtotal: usdField,
  vat: usdField,
  total: usdField,
  createdAt: timeField,
  dueAt: timeField,
  paidAt: timeField.nullable(),
};
export const invoiceSchema = z.object(invoiceFields).meta({ id: 'Invoice' });
export const invoiceDetailSchema = z
  .object({
    ...invoiceFields,
    lines: z.array(
      z.object({
        costCenterCode: z.string().nullable(),
        teamId: z.string().nullable(),
        model: z.string(),
        spend: usdField,
        period: period.meta({ description: 'When it was spent, `YYYY-MM`.' }),
      }),
    ),
  })
  .meta({ id: 'InvoiceDetail' });

export const operatorInvoicesQuerySchema = z.object({
  ...pageFields,
  status: z.enum(invoiceStatuses).optional(),
  orgId: z.string().min(1).max(orgIdLengthMax).optional(),
});

const decision = {
  tag: 'Operator',
  body: decisionBodySchema,
  isBodyOptional: true,
  isIdempotent: true,
  answers: { 200: { about: 'The invoice afterwards.', body: invoiceSchema } },
} as const;
const forViewers = 'For org_admin and billing_viewer.';

export const invoiceOperations = defineOperations({
  'GET /api/orgs/{orgId}/invoices': {
    id: 'listInvoices',
    tag: 'Organizations',
    summary: 'Invoices of an organization, newest first',
    description: forViewers,
    query: pageSchema,
    answers: {
      200: {
        about: 'A page of invoices.',
        body: z.object({ invoices: z.array(invoiceSchema), nextCursor: z.string().nullable() }),
      },
    },
  },
  'GET /api/orgs/{orgId}/invoices/{id}': {
    id: 'getInvoice',
    tag: 'Organizations',
    summary: 'One invoice with its lines per cost centre, team and model',
    description: forViewers,
    answers: { 200: { about: 'The invoice.', body: invoiceDetailSchema } },
  },
  'GET /api/admin/invoices': {
    id: 'listAllInvoices',
    tag: 'Operator',
    summary: 'Invoices of everybody, newest first',
    query: operatorInvoicesQuerySchema,
    answers: { 200: { about: 'A page of invoices.', body: pageOf(invoiceSchema) } },
  },
  'POST /api/admin/invoices/{id}/mark-paid': {
    ...decision,
    id: 'markInvoicePaid',
    summary: 'Mark an invoice as paid, which pays off the wallet',
  },
  'POST /api/admin/invoices/{id}/void': {
    ...decision,
    id: 'voidInvoice',
    summary: 'Withdraws an invoice; the next one asks for what it asked for',
  },
});
