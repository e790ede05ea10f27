import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { RuleHit, ScannedText } from '@tollgate/content-rules';
import { AuditRecorded, topics, EvidenceRecorded } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { formatGenerationId, idPrefixes, makeUlidFrom } from '@tollgate/ids';
import type { KeyRing } from '@tollgate/secret-box';
import { listTexts, type PlacedText } from './request-texts';
import { filterCall, type ScanTexts } from './filter-call';
import type { SpoolEnvelope } from '../../spool/spool-envelope';
import type { ParsedCall } from '../receive/received-call';

/** Asks an outside moderator. Returns the categories that match. */
export type Moderate = (texts: readonly string[]) => Promise<readonly string[]>;

/** What the platform refuses for every caller. */
export interface PlatformReview {
  readonly isEmpty: boolean;
  /** Categories of the rules that match. */
  review(texts: readonly string[], scan: ScanTexts): readonly string[] | Promise<readonly string[]>;
}

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
  // A text that is sent to be judged is not refused for what it says.
  if (filtered.request.apiType === 'moderations') return filtered;

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

const wholePromptCharactersMax = 20_000;

/**
 * The texts for an outside moderator: all of a short prompt; of a long one the new texts and the
 * system prompt, since the others were reviewed when they were new.
 */
export function chooseReviewed(texts: readonly ScannedText[]): string[] {
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  const chosen =
    characters <= wholePromptCharactersMax
      ? texts
      : texts.filter(({ isNew, role }) => isNew || role === 'system');
  return chosen.map(({ text }) => text).filter((text) => text !== '');
}

/** A spool record has a size limit; a longer text is truncated. */
const sealedBytesMax = 700_000;
const textCharactersMax = 10_000_000;

/** The text of a refused request, encrypted for the operators who must keep it. */
function sealEvidence(
  call: ParsedCall,
  { categories, texts }: { categories: readonly string[]; texts: readonly string[] },
  ring: KeyRing,
): SpoolEnvelope {
  const { caller, policy, requestId, ulid } = call;
  const sealed = ring.seal(compress(texts.join('\n')), ulid);
  const message = EvidenceRecorded.fromPartial({
    generationUlid: ulid,
    occurredAt: new Date(call.startedAtMs),
    userId: caller.userId,
    orgId: policy.orgId,
    keyId: caller.keyId,
    requestId,
    categories: [...categories],
    sealedText: sealed.bytes,
    sealKeyId: sealed.keyId,
  });
  return {
    topic: topics.evidence,
    key: caller.walletId,
    id: ulid,
    payload: EvidenceRecorded.encode(message).finish(),
  };
}

/** Deflated and base64: only text can be sealed. */
function compress(text: string): string {
  let characters = Math.min(text.length, textCharactersMax);
  for (;;) {
    const packed = deflateSync(text.slice(0, characters)).toString('base64');
    if (packed.length <= sealedBytesMax) return packed;
    characters = Math.floor(characters / 2);
  }
}
