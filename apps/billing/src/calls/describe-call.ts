import { idPrefixes } from '@tollgate/ids';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import type { Receipt } from '../generations/receipt';
import type { callSchema, orgCallSchema } from './calls.operations';

export function describeCall(call: Receipt): z.input<typeof callSchema> {
  const { details } = call;
  return {
    id: `gen-${call.ulid}`,
    created_at: new Date(call.createdAtMs).toISOString(),
    model: call.model,
    provider: details.provider,
    api_key_id: call.keyId,
    app: emptyToNull(details.appName),
    api_type: details.apiType,
    status: details.status,
    outcome: call.outcome,
    finish_reason: emptyToNull(details.finishReason),
    streamed: details.isStreamed,
    cancelled: details.isCancelled,
    is_failover: details.isFailover,
    is_byok: details.routeId.startsWith(idPrefixes.byokKey),
    prompt_tokens: Number(call.promptTokens),
    completion_tokens: Number(call.completionTokens),
    cached_tokens: details.cachedTokens,
    cost: nanosToUsdNumber(call.costNanos),
    duration_ms: details.durationMs,
    first_token_ms: details.firstTokenMs,
    request_id: details.requestId,
  };
}

export function describeOrgCall(call: Receipt): z.input<typeof orgCallSchema> {
  const { memberId = '', teamId = '' } = call.details;
  return {
    ...describeCall(call),
    user_id: emptyToNull(call.userId),
    member_id: emptyToNull(memberId),
    team_id: emptyToNull(teamId),
  };
}

function emptyToNull(text: string): string | null {
  return text === '' ? null : text;
}
