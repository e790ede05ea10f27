import type { ProviderAdapter, UpstreamFailure } from '@tollgate/model-spec';
import { readFailure, readStreamFailure, type FailureWords } from '@tollgate/model-kit';

const words: FailureWords = {
  context: /maximum context length|context_length_exceeded|exceeds the context window/i,
  policy: /content_policy_violation|content_filter|moderation|bio_policy|policy_violation/i,
};

export const mapError: ProviderAdapter['mapError'] = (status, bodyText, headers) =>
  readFailure(status, bodyText, headers, words);

/** The `error` of a failed response, or of an event of that name. */
export function mapStreamError(error: unknown): UpstreamFailure {
  return readStreamFailure(error, words);
}
