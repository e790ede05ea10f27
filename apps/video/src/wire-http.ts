import type { Express } from 'express';
import {
  BodyBudget,
  createInnerHttpPart,
  createLoadGuard,
  guardHandler,
  type HttpPart,
} from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';
import type { VideoConfig } from './config';

/** Of all requests at once: each has at most 10 MB. */
const bodiesBytesMax = 64 * 1024 * 1024;

/** The public routes, and the guard that says no before the process is full. */
export function wireHttp(options: {
  readonly app: Express;
  readonly config: VideoConfig;
  readonly metrics: Metrics;
  readonly logger: Logger;
}): { readonly http: HttpPart; readonly parts: readonly Part[] } {
  const { app, config, logger, metrics } = options;
  const bodies = new BodyBudget(bodiesBytesMax);
  const loadGuard = createLoadGuard(config.load, {
    countRequests: () => http.countRequests(),
    bodies,
    metrics,
    logger,
  });
  // Forms carry no files here: they are bodies like the others.
  const handlers = guardHandler(app, { loadGuard, bodies, uploads: bodies });
  const { bindHost: host, httpPort: port } = config;
  const { certificates } = config.credential;
  const http = createInnerHttpPart({ name: 'http', ...handlers, host, port, certificates, logger });
  return { http, parts: [loadGuard, http] };
}
