import type { ErrorRequestHandler, Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getRequestId } from '@tollgate/http';
import { findIdentity, type CallerIdentity } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import type { RefusalLog, RefusedRequest } from './refusal-log';

const key = 'refusedCall';

type CallDetails = Pick<RefusedRequest, 'model' | 'teamId'>;

/** Keeps what only the handler has of a call that failed, for `noteRefusals`. */
export function describeFailedCall(response: Pick<Response, 'locals'>, details: CallDetails): void {
  response.locals[key] = details;
}

/** An error handler before the last one: records refusals and passes every error on. */
export function noteRefusals(
  refusals: Pick<RefusalLog, 'note'>,
  logger: Logger,
): ErrorRequestHandler {
  return (caught: unknown, request, response, next) => {
    const caller = findIdentity(response);
    // A request without a caller has no log that it could be in.
    if (AppError.is(caught) && caller !== undefined) {
      try {
        refusals.note(caught, readRequest(request, response, caller));
      } catch (error) {
        logger.warn('refusal not recorded', { requestId: getRequestId(response), error });
      }
    }
    next(caught);
  };
}

function readRequest(request: Request, response: Response, caller: CallerIdentity): RefusedRequest {
  return {
    requestId: getRequestId(response),
    caller,
    httpRoute: `${request.method} ${readPattern(request)}`,
    ...(response.locals[key] as CallDetails | undefined),
  };
}

/** `/v1/models/:id` as the route table writes it: `/v1/models/{id}`. */
function readPattern(request: Request): string {
  const route = request.route as { readonly path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path.replace(/:(\w+)/g, '{$1}') : '';
}
