import { AppError } from '@tollgate/errors';
import type { UpstreamFailure, UpstreamTarget } from '@tollgate/model-spec';
import { maskSecrets } from './mask-secrets';

/** The caller's own fault ends the search; anything else may go better elsewhere. */
export function isFinal({ kind }: UpstreamFailure): boolean {
  return kind === 'bad-request' || kind === 'content-refused';
}

/** The part of a provider's failure that a client may see. */
export function explainFailure(
  failure: UpstreamFailure,
  target: Pick<UpstreamTarget, 'apiKey' | 'headers'>,
): AppError {
  switch (failure.kind) {
    case 'bad-request':
    case 'unsupported':
      return new AppError('unknown_4xx', { message: maskSecrets(failure.message, target) });
    case 'content-refused':
      return new AppError('content_moderation');
    case 'context-too-long':
      return new AppError('context_too_long', {
        message: nameOverflow(maskSecrets(failure.message, target)),
      });
    case 'auth':
      return new AppError('upstream_auth_failed');
    case 'not-found':
    case 'overloaded':
      return new AppError('upstream_unavailable');
    case 'rate-limited':
      return new AppError('upstream_rate_limited', {
        retryAfterSeconds: failure.retryAfterSeconds,
      });
  }
}

const knownPhrase = /prompt is too long|exceed context limit/i;
/** Libraries look for it at the beginning, or anywhere. */
const opening = "This model's maximum context length is";
/** How providers report the limit, the most reliable form first. */
const limitPatterns = [
  /maximum context length is (\d+)/i,
  /> (\d+)/,
  /allowed \((\d+)\)/i,
  /limit[^\d]{0,20}(\d{3,})/i,
];

/** Clients recover from an overflow only by these phrases, so they replace the provider's text. */
function nameOverflow(message: string): string {
  const isKnown = knownPhrase.test(message);
  if (message.startsWith(opening)) return isKnown ? message : `${message} (prompt is too long)`;
  const limit = limitPatterns
    .map((pattern) => pattern.exec(message)?.[1])
    .find((found) => found !== undefined);
  const length = limit === undefined ? 'exceeded' : `${limit} tokens`;
  return `${opening} ${length}. ${isKnown ? '' : 'prompt is too long: '}${message}`;
}
