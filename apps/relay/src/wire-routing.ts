import { setTimeout as wait } from 'node:timers/promises';
import type { Part } from '@tollgate/lifecycle';
import { makeOutboundRules } from '@tollgate/outbound';
import type { CatalogSnapshot } from './catalog/catalog';
import type { Candidate } from './domain/candidate';
import { DayStats, shareDayStats } from './health/day-stats';
import { describeHealth } from './health/describe-health';
import { createHealthMetrics, registerRouteTimes } from './health/health-metrics';
import { createLearn, makePrompt, makeTimesKey } from './health/learn-from-answer';
import { RouteHealth } from './health/route-health';
import { RouteStats } from './health/route-stats';
import { shareHealth } from './health/share-health';
import { shareStats } from './health/share-stats';
import { StickyRoutes } from './health/sticky-routes';
import type { AttemptTools } from './call/attempt/attempt-one';
import type { Routing } from './call/route/choose-route';
import type { DayMeasures, WatchedRoute } from './call/attempt/route-observer';
import { createByokOpener } from './call/route/byok-candidates';
import { UpstreamClient } from './call/attempt/open-upstream';
import type { Base } from './wire-base';
import { wireSearch } from './wire-search';

export interface WiredRouting {
  readonly parts: readonly Part[];
  readonly upstream: UpstreamClient;
  readonly attempting: AttemptTools;
  readonly routing: Omit<Routing, 'snapshot'>;
  readonly listHealth: (snapshot: CatalogSnapshot) => readonly WatchedRoute[];
  readonly measureDay: (candidate: Candidate) => DayMeasures;
  readonly learn: ReturnType<typeof createLearn>;
  /** For the metrics. */
  readonly readTimes: () => void;
}

const delay: AttemptTools['delay'] = async (delayMs, clientGone) => {
  await wait(delayMs, undefined, { signal: clientGone }).catch(() => undefined);
};

/** Chooses candidates, attempts them, and learns their health. */
export function wireRouting(base: Base): WiredRouting {
  const { config, logger, metrics, redis } = base;
  const { clientModelPrefixes, firstByteTimeoutMs, routeProbeMs, thinkingTimeoutMs } = config;
  const rules = makeOutboundRules(config.outbound);
  const upstream = new UpstreamClient({ firstByteTimeoutMs, thinkingTimeoutMs, rules });
  const sharing = shareHealth({
    redis,
    instance: config.instanceId,
    getHealth: () => health,
    logger,
  });
  const day = new DayStats(Date.now);
  const health: RouteHealth = new RouteHealth({
    probeMs: routeProbeMs,
    getNowMs: Date.now,
    metrics: createHealthMetrics(metrics, day),
    onUpdate: (update) => {
      if (update.kind === 'change')
        logger.warn(update.isOpen ? 'route isolated' : 'route is back', {
          routeId: update.routeId,
        });
      sharing.publish(update);
    },
  });
  const search = wireSearch(base);
  const stats = new RouteStats(Date.now);
  const sticky = new StickyRoutes(Date.now);
  const times = shareStats({ redis, instance: config.instanceId, stats, logger });
  return {
    parts: [
      sharing.part,
      times,
      shareDayStats({ redis, stats: day, logger }),
      { name: 'upstream connections', stop: () => upstream.close() },
      ...(search === undefined ? [] : [search.part]),
    ],
    upstream,
    attempting: {
      upstream,
      routes: health,
      tracedProviders: new Set(config.tracedProviders),
      random: Math.random,
      delay,
      ...(search && { searchOnce: search.searchOnce }),
    },
    routing: {
      clientPrefixes: clientModelPrefixes,
      knowledge: makeKnowledge(health, stats),
      findSticky: (call, model) => sticky.find(makePrompt(call, { model })),
      random: Math.random,
      openByokKey: createByokOpener(config.byokMasterKey.reveal(), logger),
      testModeUrl: config.testModeUrl,
      searchEngine: search?.terms,
    },
    listHealth: (snapshot) => describeHealth(snapshot, health, stats),
    measureDay: (candidate) => day.find(candidate.route.id, makeTimesKey(candidate)),
    learn: createLearn({ stats, day, sticky, getNowMs: Date.now }),
    readTimes: registerRouteTimes(metrics, stats),
  };
}

function makeKnowledge(health: RouteHealth, stats: RouteStats): Routing['knowledge'] {
  return {
    isHealthy: (routeId) => health.isHealthy(routeId),
    isProbeDue: (routeId) => health.isProbeDue(routeId),
    findLatencyMs: (candidate) => stats.find(makeTimesKey(candidate))?.latencyMs,
    findTokensPerSecond: (candidate) => stats.find(makeTimesKey(candidate))?.tokensPerSecond,
  };
}
