import type { z } from 'zod';
import {
  formatTime,
  getPathParameter,
  type Handlers,
  readJsonBody,
  validate,
  validateQuery,
} from '@tollgate/http';
import { answerOperatorWrite, type IdempotencyStore } from '@tollgate/idempotency';
import { formatGenerationId } from '@tollgate/ids';
import { readOperator } from '@tollgate/identity';
import { toActor } from '../shared/requester.http';
import type { EvidenceView, ListEvidence } from './list-evidence';
import type { ManageModeration, ModerationSettings } from './manage-moderation';
import type { ModerationRule } from './moderation';
import {
  createModerationBody,
  evidenceQuery,
  updateModerationBody,
  type evidenceSchema,
  type moderationOperations,
  type moderationRuleSchema,
} from './moderation.operations';

export interface ModerationOptions {
  readonly idempotency: IdempotencyStore;
  readonly moderation: ManageModeration;
  readonly listEvidence: ListEvidence;
}

export function createModerationHandlers({
  idempotency: store,
  listEvidence,
  moderation,
}: ModerationOptions): Handlers<typeof moderationOperations> {
  return {
    'GET /api/admin/moderation/rules': async (_request, response) => {
      const rules = await moderation.list();
      response.json({ items: rules.map(renderRule), nextCursor: null });
    },
    'POST /api/admin/moderation/rules': answerOperatorWrite({
      store,
      run: async ({ body, operator, ulid }) => {
        const { enabled: isEnabled, ...rest } = validate(createModerationBody, body);
        const rule = await moderation.create(toActor(operator), ulid, { ...rest, isEnabled });
        return { status: 201, body: renderRule(rule) };
      },
    }),
    'PATCH /api/admin/moderation/rules/{id}': async (request, response) => {
      const body = await readJsonBody(request);
      const change = readChange(validate(updateModerationBody, body));
      const actor = toActor(readOperator(response));
      const id = getPathParameter(request, 'id');
      response.json(renderRule(await moderation.update(actor, id, change)));
    },
    'DELETE /api/admin/moderation/rules/{id}': async (request, response) => {
      const actor = toActor(readOperator(response));
      await moderation.remove(actor, getPathParameter(request, 'id'));
      response.status(204).end();
    },
    'GET /api/admin/moderation/evidence': async (request, response) => {
      const { cursor: before, limit } = validateQuery(evidenceQuery, request.query);
      const { items, next } = await listEvidence({ before, limit });
      response.json({ items: items.map(renderEvidence), nextCursor: next });
    },
  };
}

function readChange(body: z.output<typeof updateModerationBody>): Partial<ModerationSettings> {
  const { enabled: isEnabled, ...rest } = body;
  const given = Object.entries({ ...rest, isEnabled }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

function renderRule(rule: ModerationRule): z.input<typeof moderationRuleSchema> {
  const { category, createdAt, id, isEnabled, keywords, kind, name, pattern, updatedAt } = rule;
  return {
    id,
    name,
    kind,
    keywords: [...keywords],
    pattern,
    category,
    enabled: isEnabled,
    createdAt: formatTime(createdAt),
    updatedAt: formatTime(updatedAt),
  };
}

function renderEvidence(evidence: EvidenceView): z.input<typeof evidenceSchema> {
  const { categories, id, keyId, occurredAt, orgId, requestId, text, userId } = evidence;
  return {
    id: formatGenerationId(id),
    occurredAt: formatTime(occurredAt),
    userId,
    orgId: orgId === '' ? null : orgId,
    keyId,
    requestId,
    categories: [...categories],
    text,
  };
}
