import { createHash } from 'node:crypto';
import type { RuleHit } from '@tollgate/content-rules';
import { AuditRecorded, topics } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { formatGenerationId, idPrefixes, makeUlidFrom } from '@tollgate/ids';
import type { KeyRing } from '@tollgate/secret-box';
import { listTexts, type PlacedText } from './request-texts';
import { chooseReviewed } from './choose-reviewed';
import { filterCall, type ScanTexts } from './filter-call';
import type { Moderate, PlatformReview } from './moderate';
import { sealEvidence } from './seal-evidence';
import type { SpoolEnvelope } from '../../spool/spool-envelope';
import type { ParsedCall } from '../receive/received-call';

export interface ReviewTools {
  readonly scan: ScanTexts;
  readonly platformRules: PlatformReview;
  /** Undefined: no outside moderator. */
  readonly moderate: Moderate | undefined;
  readonly evidenceKeys: KeyRing;
  readonly sendNote: (envelope: SpoolEnvelope) => void;
}

/** How much of a refused text the client is shown. */
const flaggedCharacters = 100;

/**
 * Applies the content rules of the organization, then those of the platform, before the call is
 * sent anywhere. Returns the call to send, which may be redacted. Raises: content_filter,
 * invalid_prompt, and overloaded when a required moderator does not answer.
 */
export async function reviewCall(call: ParsedCall, tools: ReviewTools): Promise<ParsedCall> {
  const { call: filtered, hits, refusal } = await filterCall(call, tools.scan);
  for (const hit of keepOnePerRule(hits)) tools.sendNote(describeHit(call, hit));
  if (refusal !== undefined) throw refusal;
  if (tools.platformRules.isEmpty && tools.moderate === undefined) return filtered;

  const places = listTexts(filtered.request.apiType, filtered.request.body);
  const texts = places.map(({ text }) => text);
  const local = await tools.platformRules.review(texts, tools.scan);
  const categories = local.length > 0 ? local : await askModerator(places, tools.moderate);
  if (categories.length === 0) return filtered;
  tools.sendNote(sealEvidence(call, { categories, texts }, tools.evidenceKeys));
  throw new AppError('content_filter', {
    metadata: {
      reasons: categories,
      flagged_input: (texts.at(-1) ?? '').slice(0, flaggedCharacters),
    },
  });
}

async function askModerator(
  places: readonly PlacedText[],
  moderate: Moderate | undefined,
): Promise<readonly string[]> {
  const texts = moderate === undefined ? [] : chooseReviewed(places);
  return moderate === undefined || texts.length === 0 ? [] : moderate(texts);
}

/** One note per rule, even if it matches in several places. */
function keepOnePerRule(hits: readonly RuleHit[]): RuleHit[] {
  return [...new Map(hits.map((hit) => [hit.rule.id, hit])).values()];
}

/** The audit entry names the rule and never the matched text. */
function describeHit(
  { caller, policy, requestId, startedAtMs, ulid }: ParsedCall,
  { rule }: RuleHit,
): SpoolEnvelope {
  const digest = createHash('sha256').update(`${ulid}|${rule.id}`).digest();
  const id = idPrefixes.auditEntry + makeUlidFrom(startedAtMs, digest);
  const message = AuditRecorded.fromPartial({
    id,
    occurredAt: new Date(startedAtMs),
    action: 'content_filter.hit',
    actor: { type: 'user', id: caller.userId, email: caller.email, keyId: caller.keyId },
    target: { type: 'content_rule', id: rule.id },
    afterJson: JSON.stringify({
      action: rule.isShadow ? 'shadow' : rule.action,
      generationId: formatGenerationId(ulid),
    }),
    ip: caller.clientIp,
    orgId: policy.orgId,
    requestId,
  });
  return { topic: topics.audit, key: rule.id, id, payload: AuditRecorded.encode(message).finish() };
}
