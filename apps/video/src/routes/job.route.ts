import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getIdentity } from '@tollgate/identity';
import { getPathParameter } from '@tollgate/operations';
import type { JobAlias } from '../domain/job';
import { parseJobId } from '../domain/job-paths';
import { isOver } from '../domain/job-state';
import { renderJob } from '../domain/render-job';
import type { GetJob } from '../use-cases/get-job';

const retryAfterSeconds = 5;

export function jobRoute(getJob: GetJob, alias: JobAlias): RequestHandler {
  return async (request, response) => {
    const { walletId } = getIdentity(response);
    const ulid = parseJobId(getPathParameter(request, 'id'));
    const job = ulid === undefined ? undefined : await getJob(walletId, ulid);
    if (job === undefined) throw new AppError('not_found');
    if (!isOver(job.state)) response.setHeader('retry-after', retryAfterSeconds);
    response.json(renderJob(job, alias));
  };
}
