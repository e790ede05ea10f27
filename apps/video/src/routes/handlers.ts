import type { IdempotencyStore } from '@tollgate/idempotency';
import type { Handlers } from '@tollgate/http';
import type { FindCallScope } from '@tollgate/org-access';
import type { GetJob } from '../use-cases/get-job';
import type { OpenContent } from '../use-cases/open-content';
import type { SubmitJob } from '../use-cases/submit-job';
import { contentRoute } from './content.route';
import { jobListRoute, type ListJobs } from './job-list.route';
import { jobRoute } from './job.route';
import type { operations } from './operations';
import { submitRoute } from './submit.route';

export interface HandlersOptions {
  readonly submitJob: SubmitJob;
  readonly getJob: GetJob;
  readonly listJobs: ListJobs;
  readonly openContent: OpenContent;
  readonly idempotency: IdempotencyStore;
  readonly findCallScope: FindCallScope;
}

export function createHandlers(options: HandlersOptions): Handlers<typeof operations> {
  const { findCallScope, getJob, idempotency, listJobs, openContent, submitJob } = options;
  const [videos, generations] = ['videos', 'video/generations'] as const;
  return {
    'POST /v1/videos': submitRoute(submitJob, idempotency, videos),
    'GET /v1/videos': jobListRoute(listJobs, findCallScope),
    'GET /v1/videos/{id}': jobRoute(getJob, findCallScope, videos),
    'GET /v1/videos/{id}/content': contentRoute(openContent, findCallScope),
    'POST /v1/video/generations': submitRoute(submitJob, idempotency, generations),
    'GET /v1/video/generations/{id}': jobRoute(getJob, findCallScope, generations),
    'GET /v1/video/generations/{id}/content': contentRoute(openContent, findCallScope),
  };
}
