import type { FinishReason } from '@tollgate/model-spec';
import { asFields, asText, type Fields } from '@tollgate/model-kit';

const known: Readonly<Record<string, FinishReason>> = {
  completed: 'stop',
  incomplete: 'length',
  max_output_tokens: 'length',
  content_filter: 'content_filter',
  failed: 'error',
  cancelled: 'error',
};

/** A response's status, or the reason why it is incomplete. Unknown ones count as `stop`. */
export function mapStopReason(word: unknown): FinishReason | undefined {
  if (typeof word !== 'string') return undefined;
  return known[word] ?? 'stop';
}

/** The most specific reason of a response's end. */
export function readStopWord(response: Fields): string | undefined {
  return asText(asFields(response['incomplete_details'])['reason']) ?? asText(response['status']);
}
