import type { UpstreamFailure } from '@tollgate/model-spec';
import { readFailure, type FailureWords } from '@tollgate/model-kit';
import type { VideoHttpAnswer } from '../video-protocol';

export const policyWords = /content_policy|content_filter|moderation|safety|sensitive/i;

const words: FailureWords = {
  context: /string_above_max_length|prompt is too long/i,
  policy: policyWords,
};

export function mapError({ headers, status, text }: VideoHttpAnswer): UpstreamFailure {
  return readFailure(status, text, headers, words);
}
