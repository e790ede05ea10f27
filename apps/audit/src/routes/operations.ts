import { defineOperations } from '@tollgate/http';
import { z } from 'zod';

const filterLengthMax = 200;
const pageSizeDefault = 50;
const pageSizeMax = 200;

const filterText = z
  .string()
  .min(1)
  .max(filterLengthMax)
  .regex(/^[^\0]*$/)
  .optional();
const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text))
  .optional();

export const auditLogQuerySchema = z.object({
  action: filterText.meta({ description: 'For example `key.create`.' }),
  actor: filterText.meta({ description: 'The id or the address of whoever acted.' }),
  from: time,
  to: time,
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
});

export const auditEntrySchema = z
  .object({
    id: z.string(),
    action: z.string(),
    actor: z.object({
      type: z.string(),
      id: z.string().nullable(),
      email: z.string().nullable(),
      keyId: z
        .string()
        .optional()
        .meta({ description: 'The management key that acted for them, if one did.' }),
    }),
    target: z.object({ type: z.string().nullable(), id: z.string().nullable() }),
    before: z.unknown(),
    after: z.unknown(),
    ip: z.string().nullable(),
    createdAt: z.string(),
  })
  .meta({ id: 'AuditEntry' });

const entries = z.array(auditEntrySchema);

/** Every public route of audit. */
export const operations = defineOperations({
  'GET /api/admin/audit-log': {
    id: 'listAuditEntries',
    tag: 'Operator',
    summary: 'Who changed what, newest first',
    query: auditLogQuerySchema,
    answers: {
      200: {
        about: 'A page.',
        body: z.object({ items: entries, nextCursor: z.string().nullable() }),
      },
    },
  },
  'GET /api/orgs/{orgId}/audit-log': {
    id: 'listOrganizationAuditEntries',
    tag: 'Organizations',
    summary: 'Who changed what in an organization, newest first',
    description: 'For org_admin.',
    query: auditLogQuerySchema,
    answers: {
      200: { about: 'A page.', body: z.object({ entries, nextCursor: z.string().nullable() }) },
    },
  },
});
