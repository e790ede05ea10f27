import type { Express } from 'express';
import {
  BodyBudget,
  createInnerHttpPart,
  createLoadGuard,
  getMemoryLimit,
  guardHandler,
  type HttpPart,
} from '@tollgate/http';
import type { Part } from '@tollgate/lifecycle';
import type { Base } from './wire-base';

const mebibyte = 1024 * 1024;
/**
 * A body is in memory several times: as bytes, as text, as a value and as the request to the
 * provider.
 */
const bodyShareOfMemory = 1 / 8;
/** Room for the largest body. */
const bodiesBytesMin = 16 * mebibyte;

/** Files on disk, of all forms together. */
const uploadsBytesMax = 1024 * mebibyte;

/** The HTTP server, and the guard that refuses requests before the process is overloaded. */
export function wireHttp(
  { config, logger, metrics }: Base,
  app: Express,
): { readonly http: HttpPart; readonly parts: readonly Part[] } {
  const { bindHost: host, httpPort: port, load } = config;
  const { certificates } = config.credential;
  const bodies = new BodyBudget(chooseBodiesBytesMax(config));
  const loadGuard = createLoadGuard(load, {
    countRequests: () => http.countRequests(),
    bodies,
    metrics,
    logger,
  });
  const uploads = new BodyBudget(uploadsBytesMax);
  const handlers = guardHandler(app, { loadGuard, bodies, uploads });
  const http = createInnerHttpPart({ name: 'http', ...handlers, host, port, certificates, logger });
  return { http, parts: [loadGuard, http] };
}

function chooseBodiesBytesMax({ bodiesMebibytesMax, load }: Base['config']): number {
  const bytes =
    bodiesMebibytesMax === 0
      ? Math.floor(getMemoryLimit(load) * bodyShareOfMemory)
      : bodiesMebibytesMax * mebibyte;
  return Math.max(bytes, bodiesBytesMin);
}
