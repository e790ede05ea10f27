import { randomBytes } from 'node:crypto';
import type { ServerSettings } from '@tollgate/config';
import { createHttpPart, createInternalPart, type HttpPart } from '@tollgate/http';
import type { ServiceSettings } from '@tollgate/lifecycle';
import { createMetrics } from '@tollgate/observability';
import { createApp } from './app';
import { CallLog } from './domain/call-log';
import { VideoJobs } from './domain/videos/video-jobs';
import { createCompletionIds } from './domain/make-completion-id';
import { callsRoute, resetRoute } from './routes/calls.route';
import { createHangingCalls } from './routes/hanging-calls';
import { revokeTokensRoute, serviceAccountRoute } from './routes/tokens.route';
import { simVideosRoute } from './routes/sim-videos.route';

export interface Simulator {
  readonly http: HttpPart;
  readonly internal: HttpPart;
}

const seedBytes = 24;

/** Builds the whole simulator and starts its parts in order. */
export async function start(settings: ServiceSettings<ServerSettings>): Promise<Simulator> {
  const { config, lifecycle, logger } = settings;
  const calls = new CallLog(() => Date.now());
  const makeId = createCompletionIds(randomBytes(seedBytes).toString('base64url'));
  const hanging = createHangingCalls();
  const videos = new VideoJobs();
  const { bindHost: host } = config;
  const http = createHttpPart({
    name: 'http',
    handler: createApp({ calls, makeId, hanging, videos, nowMs: () => Date.now(), logger }),
    host,
    port: config.httpPort,
    logger,
  });
  const internal = createInternalPart({
    name: 'internal',
    host,
    port: config.internalPort,
    metrics: createMetrics('simulator'),
    isReady: lifecycle.isReady,
    routes: {
      '/__sim/calls': callsRoute(calls),
      '/__sim/videos': simVideosRoute(videos),
      '/__sim/service-account': serviceAccountRoute,
      '/__sim/revoke-tokens': revokeTokensRoute,
      '/__sim/reset': resetRoute({
        reset: (options) => {
          calls.reset(options);
          videos.reset();
        },
      }),
    },
    logger,
  });
  await lifecycle.start([internal, http, hanging]);
  return { http, internal };
}
