import { AuditRecorded } from '@tollgate/contracts';
import { limitScopes } from '@tollgate/till';
import { z } from 'zod';
import type { BreakerTrip } from './live-entry';

const tripSchema = z.object({
  window: z.string(),
  limitUsd: z.number(),
  spentUsd: z.number(),
  resetsAt: z.iso.datetime(),
});

/** Undefined for the many other events of the audit log. */
export function decodeTrip(payload: Uint8Array): BreakerTrip | undefined {
  const { action, afterJson, id, occurredAt, orgId, target } = AuditRecorded.decode(payload);
  if (!action.endsWith('.cb.tripped') || occurredAt === undefined) return undefined;
  const scope = limitScopes.find((known) => known === target?.type);
  const scopeId = target?.id ?? '';
  // A breaker without an organization is the one of a user, whose wallet has the same id.
  const walletId = orgId === '' ? scopeId : orgId;
  if (scope === undefined || walletId === '') return undefined;
  const { limitUsd, resetsAt, spentUsd, window } = tripSchema.parse(JSON.parse(afterJson));
  return {
    ...{ id, walletId, scope, scopeId, limitUsd, spentUsd, spendWindow: window },
    occurredAtMs: occurredAt.getTime(),
    resetsAtMs: Date.parse(resetsAt),
  };
}
