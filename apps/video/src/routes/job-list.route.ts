import type { RequestHandler } from 'express';
import { getRequestId, readPage, validateQuery } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { FindCallScope } from '@tollgate/org-access';
import { parseJobId } from '../domain/job-paths';
import { renderJob } from '../domain/render-job';
import type { JobStore } from '../use-cases/ports';
import { listQuery } from './operations';

export type ListJobs = JobStore['list'];

/** GET /v1/videos */
export function jobListRoute(listJobs: ListJobs, findCallScope: FindCallScope): RequestHandler {
  return async (request, response) => {
    const { after, cursor = after, limit } = validateQuery(listQuery, request.query);
    const beforeUlid = cursor === undefined ? undefined : parseJobId(cursor);
    const scope = await findCallScope(getIdentity(response), getRequestId(response));
    const { items, nextCursor } = await readPage(limit, async (rowsMax) => {
      const jobs = await listJobs(scope, { beforeUlid, limit: rowsMax });
      return jobs.map((job) => renderJob(job, 'videos'));
    });
    response.json({
      object: 'list',
      data: items,
      has_more: nextCursor !== null,
      first_id: items[0]?.id ?? null,
      last_id: items.at(-1)?.id ?? null,
      nextCursor,
    });
  };
}
