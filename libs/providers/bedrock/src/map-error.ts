import type { UpstreamFailure } from '@tollgate/model-spec';
import { asFields, asText, readFailure } from '@tollgate/model-kit';

const words = {
  context: /(?:prompt|input) is too long|exceeds? (?:the )?(?:maximum )?context|maximum context/i,
  policy: /content[ _]filter(?:ing policy|s)|content_policy|usage polic|guardrail/i,
} as const;

/** The model failed behind Bedrock, which is not the fault of the request. */
const modelFailed = 424;

/** An upstream's refusal as our error. Its text is trimmed and never contains a key. */
export function mapError(
  status: number,
  bodyText: string,
  headers: Readonly<Record<string, unknown>>,
): UpstreamFailure {
  if (status === modelFailed) return { kind: 'overloaded' };
  return readFailure(status, bodyText, headers, words);
}

const statuses: Readonly<Record<string, number>> = {
  validationexception: 400,
  unrecognizedclientexception: 403,
  invalidsignatureexception: 403,
  expiredtokenexception: 403,
  accessdeniedexception: 403,
  resourcenotfoundexception: 404,
  throttlingexception: 429,
  modelstreamerrorexception: 424,
  internalserverexception: 500,
  serviceunavailableexception: 503,
};

/** A failure inside a stream: its type implies the HTTP status. */
export function mapStreamError(error: unknown): UpstreamFailure {
  const { message, type } = asFields(error);
  const status = statuses[(asText(type) ?? '').toLowerCase()] ?? 500;
  return mapError(status, JSON.stringify({ message }), {});
}
