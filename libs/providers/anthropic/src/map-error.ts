import type { UpstreamFailure } from '@tollgate/model-spec';
import { asFields, readFailure } from '@tollgate/model-kit';

const words = {
  context:
    /(?:prompt|input) is too long|exceeds? (?:the )?context (?:limit|window)|maximum context/i,
  policy: /content[ _]filtering policy|content_policy|usage polic/i,
} as const;

/** An operator must fix these, whatever the status: the caller cannot change our account. */
const accountPhrases = /credit balance is too low|billing_error/i;

/** An upstream's refusal as our error. Its text is trimmed and never contains a key. */
export function mapError(
  status: number,
  bodyText: string,
  headers: Readonly<Record<string, unknown>>,
): UpstreamFailure {
  if (status === 400 && accountPhrases.test(bodyText)) return { kind: 'auth' };
  return readFailure(status, bodyText, headers, words);
}

const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** An `error` event: its type implies the HTTP status. */
export function mapStreamError(error: unknown): UpstreamFailure {
  const type = asFields(error)['type'];
  const status = typeof type === 'string' ? statuses[type] : undefined;
  return mapError(status ?? 500, JSON.stringify({ error }), {});
}
