import type { FinishReason } from '@tollgate/model-spec';
import type { BlockedReason, WireFinishReason } from './wire';

const known: Readonly<Record<`${WireFinishReason}`, FinishReason>> = {
  FINISH_REASON_UNSPECIFIED: 'stop',
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  LANGUAGE: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
  IMAGE_PROHIBITED_CONTENT: 'content_filter',
  IMAGE_RECITATION: 'content_filter',
  MALFORMED_FUNCTION_CALL: 'error',
  UNEXPECTED_TOOL_CALL: 'error',
  TOO_MANY_TOOL_CALLS: 'error',
  NO_IMAGE: 'stop',
  IMAGE_OTHER: 'stop',
  OTHER: 'stop',
  CONTINUATION: 'stop',
};

/** Unknown reasons count as `stop`; the original is kept beside it. */
export function mapStopReason(word: unknown): FinishReason | undefined {
  if (typeof word !== 'string') return undefined;
  return Object.hasOwn(known, word) ? known[word as keyof typeof known] : 'stop';
}

/** A blocked prompt has no candidate: its reason is in another field. */
export function isBlocked(word: unknown): word is `${BlockedReason}` {
  return typeof word === 'string' && word !== 'BLOCKED_REASON_UNSPECIFIED';
}
