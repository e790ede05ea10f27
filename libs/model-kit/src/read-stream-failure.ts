import type { UpstreamFailure } from '@tollgate/model-spec';
import { asFields } from './fields';
import { readFailure, type FailureWords } from './read-error';

const rateWords = /rate.?limit|too many requests|insufficient_quota/i;
const requestWords = /invalid_(?:prompt|request|image|base64)|bad_request/i;

/** A failure inside a stream, where the status is at best a number in the error. */
export function readStreamFailure(error: unknown, words: FailureWords): UpstreamFailure {
  const bodyText = JSON.stringify({ error });
  return readFailure(guessStatus(error, bodyText, words), bodyText, {}, words);
}

function guessStatus(error: unknown, bodyText: string, words: FailureWords): number {
  const { code, type } = asFields(error);
  const status = Number(code);
  if (Number.isInteger(status) && status >= 400 && status < 600) return status;
  if (words.context.test(bodyText) || words.policy.test(bodyText)) return 400;
  if (rateWords.test(bodyText)) return 429;
  return requestWords.test(`${String(code)} ${String(type)}`) ? 400 : 500;
}
