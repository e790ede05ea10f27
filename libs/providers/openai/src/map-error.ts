import type { ProviderAdapter, UpstreamFailure } from '@tollgate/model-spec';
import { readFailure, readStreamFailure, type FailureWords } from '@tollgate/model-kit';

const words: FailureWords = {
  context: /maximum context length|context_length_exceeded|prompt is too long/i,
  policy: /content_policy_violation|content_filter|moderation/i,
};

export const mapError: ProviderAdapter['mapError'] = (status, bodyText, headers) =>
  readFailure(status, bodyText, headers, words);

/** A failure in an event or on a choice. */
export function mapStreamError(error: unknown): UpstreamFailure {
  return readStreamFailure(error, words);
}
