import type { UpstreamFailure } from '@tollgate/model-spec';

const messageCharactersMax = 500;
const keyShapes =
  /\b(?:sk|pk|key|rk)-[A-Za-z0-9_*-]{6,}|Bearer\s+\S+|([?&](?:key|api_key)=)[^&\s"']+/gi;
const contextPhrases = /maximum context length|context_length_exceeded|prompt is too long/i;
const policyCodes = /content_policy_violation|content_filter|moderation/i;

/** An upstream's refusal in our own words. Its text is trimmed and never carries a key. */
export function mapError(
  status: number,
  bodyText: string,
  headers: Readonly<Record<string, unknown>>,
): UpstreamFailure {
  if (status === 401 || status === 403) {
    return policyCodes.test(bodyText)
      ? { kind: 'content-refused', message: readMessage(bodyText) }
      : { kind: 'auth' };
  }
  if (status === 404) return { kind: 'not-found' };
  if (status === 429)
    return { kind: 'rate-limited', retryAfterSeconds: readRetryAfter(headers['retry-after']) };
  if (status === 408 || status >= 500) return { kind: 'overloaded' };
  const message = readMessage(bodyText);
  if (contextPhrases.test(bodyText)) return { kind: 'context-too-long', message };
  if (policyCodes.test(bodyText)) return { kind: 'content-refused', message };
  return { kind: 'bad-request', message };
}

function readMessage(bodyText: string): string {
  let message = bodyText;
  try {
    const parsed = JSON.parse(bodyText) as {
      error?: { message?: unknown } | string;
      message?: unknown;
    };
    const candidate =
      typeof parsed.error === 'object' ? parsed.error.message : (parsed.error ?? parsed.message);
    if (typeof candidate === 'string') message = candidate;
  } catch {
    // Not JSON: the text itself is all there is.
  }
  return message.replace(keyShapes, '[key]').slice(0, messageCharactersMax);
}

function readRetryAfter(value: unknown): number | undefined {
  const seconds = typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}
