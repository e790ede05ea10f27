import type { ProviderAdapter, UpstreamFailure } from '@tollgate/model-spec';
import { asFields, readFailure, type FailureWords } from '@tollgate/provider-kit';

const words: FailureWords = {
  context: /maximum context length|context_length_exceeded|prompt is too long/i,
  policy: /content_policy_violation|content_filter|moderation/i,
};
const rateWords = /rate.?limit|too many requests/i;

export const mapError: ProviderAdapter['mapError'] = (status, bodyText, headers) =>
  readFailure(status, bodyText, headers, words);

/** A failure told inside a stream, where the status is at best a number in the error. */
export function mapStreamError(error: unknown): UpstreamFailure {
  const bodyText = JSON.stringify({ error });
  return mapError(guessStatus(asFields(error)['code'], bodyText), bodyText, {});
}

function guessStatus(code: unknown, bodyText: string): number {
  const status = Number(code);
  if (Number.isInteger(status) && status >= 400 && status < 600) return status;
  if (words.context.test(bodyText) || words.policy.test(bodyText)) return 400;
  return rateWords.test(bodyText) ? 429 : 500;
}
