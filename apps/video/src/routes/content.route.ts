import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId, watchClient } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { FindCallScope } from '@tollgate/org-access';
import { parseJobId } from '../domain/job-paths';
import type { OpenContent, OpenedContent } from '../use-cases/open-content';

const indexPattern = /^\d{1,4}$/;

export function contentRoute(
  openContent: OpenContent,
  findCallScope: FindCallScope,
): RequestHandler {
  return async (request, response) => {
    const index = readIndex(request.query);
    const ulid = parseJobId(getPathParameter(request, 'id'));
    if (ulid === undefined) throw new AppError('not_found');
    const clientGone = watchClient(response);
    const scope = await findCallScope(getIdentity(response), getRequestId(response));
    const range = readRangeHeader(request);
    const content = await openContent({ scope, ulid, index, range, clientGone });
    sendHead(content, response);
    // A client that goes away ends the reading too; one whose source fails sees its answer cut.
    await pipeline(content.body, response).catch(() => response.destroy());
  };
}

/** Videos have no validators here, so that a conditional range can never be sure: all is sent. */
function readRangeHeader({ headers }: Request): string | undefined {
  return headers['if-range'] === undefined ? headers.range : undefined;
}

function sendHead({ bytes, contentRange }: OpenedContent, response: Response): void {
  response.status(contentRange === undefined ? 200 : 206);
  response.setHeader('content-type', 'video/mp4');
  response.setHeader('x-content-type-options', 'nosniff');
  if (bytes !== undefined) {
    response.setHeader('content-length', bytes);
    response.setHeader('accept-ranges', 'bytes');
  }
  if (contentRange !== undefined) response.setHeader('content-range', contentRange);
}

function readIndex({ index = '0', variant = 'video' }: Request['query']): number {
  if (variant !== 'video') throw refuse('variant', 'only video is kept');
  if (typeof index !== 'string' || !indexPattern.test(index)) {
    throw refuse('index', 'must be an integer from 0');
  }
  return Number(index);
}

function refuse(param: string, why: string): AppError {
  return AppError.forParam('unsupported_param', param, `${param}: ${why}`);
}
