import { AppError } from '@tollgate/errors';
import type { UpstreamFailure, UpstreamTarget } from '@tollgate/model-spec';
import { maskSecrets } from './mask-secrets';

/** The caller's own fault ends the search; anything else may go better elsewhere. */
export function isFinal({ kind }: UpstreamFailure): boolean {
  return kind === 'bad-request' || kind === 'content-refused';
}

/** What a client hears of a provider's failure. */
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
const otherPhrase = /maximum context length/i;
const limitPattern = /maximum context length is (\d+)|> (\d+) maximum|limit[^\d]{0,20}(\d{3,})/i;

/** Clients recover from an overflow only by these phrases, whatever the provider wrote. */
function nameOverflow(message: string): string {
  const hasFirst = knownPhrase.test(message);
  const hasSecond = otherPhrase.test(message);
  if (hasFirst && hasSecond) return message;
  const limit = limitPattern
    .exec(message)
    ?.slice(1)
    .find((group) => group !== undefined);
  const second = limit === undefined ? '' : ` is ${limit} tokens`;
  return [
    hasFirst ? '' : 'prompt is too long: ',
    message,
    hasSecond ? '' : ` This exceeds this model's maximum context length${second}.`,
  ].join('');
}
