import type { UpstreamFailure } from '@tollgate/model-spec';
import { readFailure, type FailureWords } from '@tollgate/model-kit';
import type { VideoHttpAnswer } from '../video-protocol';

export const policyWords = /safety|policy|policies|sensitive|usage guidelines|responsible ai/i;

const words: FailureWords = {
  context: /exceeds the maximum number of tokens/i,
  policy: policyWords,
};
/** Ours to mend although it comes as a bad request: the key, the account, our place on the map. */
const operatorPhrases = /API_KEY_INVALID|API key (?:not valid|expired)|"FAILED_PRECONDITION"/i;

export function mapError({ headers, status, text }: VideoHttpAnswer): UpstreamFailure {
  if (status === 400 && operatorPhrases.test(text)) return { kind: 'auth' };
  return readFailure(status, text, headers, words);
}
