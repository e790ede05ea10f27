import type { UpstreamFailure } from '@tollgate/model-spec';
import { asFields, readFailure } from '@tollgate/model-kit';

const words = {
  context:
    /token count[^"]{0,80}exceeds|exceeds the maximum number of tokens|maximum context length/i,
  policy: /prohibited_content|blocked (?:due to|by) safety|safety polic|violates[^"]{0,40}polic/i,
} as const;

/** Ours to mend although it comes as a bad request: the key, the account, our place on the map. */
const operatorPhrases = /API_KEY_INVALID|API key (?:not valid|expired)|"FAILED_PRECONDITION"/i;
const retryDelay = /"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/;

/** An upstream's refusal as our error. Its text is trimmed and never contains a key. */
export function mapError(
  status: number,
  bodyText: string,
  headers: Readonly<Record<string, unknown>>,
): UpstreamFailure {
  if (status === 400 && operatorPhrases.test(bodyText)) return { kind: 'auth' };
  const failure = readFailure(status, bodyText, headers, words);
  if (failure.kind !== 'rate-limited' || failure.retryAfterSeconds !== undefined) return failure;
  const delay = retryDelay.exec(bodyText)?.[1];
  return delay === undefined
    ? failure
    : { ...failure, retryAfterSeconds: Math.ceil(Number(delay)) };
}

/** The error in a chunk, which replaces the HTTP status. */
export function mapStreamError(error: unknown): UpstreamFailure {
  const { code } = asFields(error);
  const status = typeof code === 'number' && code >= 400 ? code : 500;
  return mapError(status, JSON.stringify({ error }), {});
}
