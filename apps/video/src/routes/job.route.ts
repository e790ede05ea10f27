import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { FindCallScope } from '@tollgate/org-access';
import type { JobAlias } from '../domain/job';
import { parseJobId } from '../domain/job-paths';
import { isOver } from '../domain/job-state';
import { renderJob } from '../domain/render-job';
import type { GetJob } from '../use-cases/get-job';

const retryAfterSeconds = 5;

export function jobRoute(
  getJob: GetJob,
  findCallScope: FindCallScope,
  alias: JobAlias,
): RequestHandler {
  return async (request, response) => {
    const ulid = parseJobId(getPathParameter(request, 'id'));
    if (ulid === undefined) throw new AppError('not_found');
    const scope = await findCallScope(getIdentity(response), getRequestId(response));
    const job = await getJob(scope, ulid);
    if (job === undefined) throw new AppError('not_found');
    if (!isOver(job.state)) response.setHeader('retry-after', retryAfterSeconds);
    response.json(renderJob(job, alias));
  };
}
