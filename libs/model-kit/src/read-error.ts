import type { UpstreamFailure } from '@tollgate/model-spec';
import { asFields, asText } from './fields';

const messageCharactersMax = 500;
const keyShapes = new RegExp(
  '\\b(?:bedrock-api-key-|ABSK)[A-Za-z0-9+/=_-]{6,}|' +
    '\\b(?:(?:sk|pk|key|rk)-|AIza)[A-Za-z0-9_*-]{6,}|Bearer\\s+\\S+|' +
    '([?&](?:key|api_key)=)[^&\\s"\']+',
  'g',
);

/** The words by which a protocol marks two kinds of refusal. */
export interface FailureWords {
  readonly context: RegExp;
  readonly policy: RegExp;
}

/** An upstream's refusal as our error, for protocols that use the HTTP status. */
export function readFailure(
  status: number,
  bodyText: string,
  headers: Readonly<Record<string, unknown>>,
  words: FailureWords,
): UpstreamFailure {
  const message = readErrorMessage(bodyText);
  if (status === 401 || status === 403) {
    return words.policy.test(bodyText) ? { kind: 'content-refused', message } : { kind: 'auth' };
  }
  // An account that is not paid is ours to mend; the caller's own balance is another matter.
  if (status === 402) return { kind: 'auth' };
  // A redirect is not followed: the provider counts as unreachable.
  if (status === 404 || status < 400) return { kind: 'not-found' };
  if (status === 429) {
    return { kind: 'rate-limited', retryAfterSeconds: readRetryAfter(headers['retry-after']) };
  }
  if (status === 408 || status >= 500) return { kind: 'overloaded' };
  if (words.context.test(bodyText)) return { kind: 'context-too-long', message };
  if (words.policy.test(bodyText)) return { kind: 'content-refused', message };
  return { kind: 'bad-request', message };
}

/** The text of an error body, trimmed, and never with a key in it. */
export function readErrorMessage(bodyText: string): string {
  return maskKeys(findMessage(bodyText)).slice(0, messageCharactersMax);
}

export function maskKeys(text: string): string {
  return text.replace(keyShapes, (_match, query: string | undefined) => `${query ?? ''}[key]`);
}

function findMessage(bodyText: string): string {
  try {
    const parsed: unknown = JSON.parse(bodyText);
    const body = asFields(Array.isArray(parsed) ? parsed[0] : parsed);
    const { error } = body;
    const message = typeof error === 'string' ? error : asFields(error)['message'];
    return asText(message) ?? asText(body['message']) ?? asText(body['detail']) ?? bodyText;
  } catch {
    // Not JSON: the text itself is all there is.
    return bodyText;
  }
}

/** Seconds, or a date; undefined when it is neither. */
export function readRetryAfter(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds : undefined;
  const timeMs = Date.parse(value);
  return Number.isNaN(timeMs) ? undefined : Math.max(0, (timeMs - Date.now()) / 1_000);
}

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
