import type { z } from 'zod';
import { explainRemedy } from '../domain/explain-refusal';
import type { Refusal } from '../domain/refusal';
import type { refusalSchema } from './refusals.operations';

export function renderRefusal(refusal: Refusal): z.input<typeof refusalSchema> {
  const { categories, code, figures, leftOut, message, requestId, resetsAt, scope } = refusal;
  return {
    requestId,
    createdAt: refusal.occurredAt.toISOString(),
    route: refusal.httpRoute,
    model: orNull(refusal.model),
    status: refusal.status,
    code,
    scope,
    message,
    remedy: explainRemedy(refusal),
    figures,
    resetsAt: resetsAt?.toISOString() ?? null,
    ruleId: orNull(refusal.ruleId),
    categories: [...categories],
    leftOut,
    userId: orNull(refusal.userId),
    keyId: orNull(refusal.keyId),
    orgId: orNull(refusal.orgId),
    teamId: orNull(refusal.teamId),
    memberId: orNull(refusal.memberId),
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
