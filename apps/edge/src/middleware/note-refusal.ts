import type { ErrorRequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { RefusalLog } from '@tollgate/refusals';
import { rateBuckets } from '../domain/rate-bucket';
import { getContext, type RequestContext } from './request-context';

export interface NoteRefusalOptions {
  readonly refusals: Pick<RefusalLog, 'note'>;
  readonly logger: Logger;
}

/** Records what the edge refuses after it has identified the caller. */
export function noteRefusal(options: NoteRefusalOptions): ErrorRequestHandler {
  return (caught: unknown, _request, response, next) => {
    const context = getContext(response);
    try {
      if (AppError.is(caught)) note(caught, context, options);
    } catch (error) {
      options.logger.warn('refusal not recorded', { requestId: context.requestId, error });
    }
    next(caught);
  };
}

function note(
  error: AppError,
  { grant, requestId, route }: RequestContext,
  { refusals }: NoteRefusalOptions,
): void {
  if (grant === undefined || route === undefined) return;
  const isByAddress = route.bucket !== null && rateBuckets[route.bucket].per === 'address';
  refusals.note(error, {
    requestId,
    caller: grant.identity.caller,
    httpRoute: `${route.method} ${route.path}`,
    scope: isByAddress ? 'address' : undefined,
  });
}
