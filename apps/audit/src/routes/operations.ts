import { defineOperations } from '@tollgate/http';
import { z } from 'zod';
import { filterText, filterTime, pageSize } from './query-fields';
import { refusalOperations } from './refusals.operations';

export const auditLogQuerySchema = z.object({
  action: filterText.meta({ description: 'For example `key.create`.' }),
  actor: filterText.meta({ description: 'The id or the address of whoever acted.' }),
  from: filterTime,
  to: filterTime,
  cursor: z.string().optional(),
  limit: pageSize,
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

export const auditLogOperations = defineOperations({
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

/** Every public route of audit. */
export const operations = defineOperations({ ...auditLogOperations, ...refusalOperations });
