import type { Metrics } from '@tollgate/observability';
import type { DayStats } from './day-stats';
import type { RouteStats } from './route-stats';
import type { RouteFault } from '../call/attempt/route-observer';

export interface HealthMetrics {
  countAttempt(routeId: string, isRetry: boolean): void;
  countFault(routeId: string, fault: RouteFault): void;
  setIsolated(routeId: string, isIsolated: boolean): void;
}

/** Organizations may bring routes of their own; the metrics stay small. */
const routesMax = 1_000;

/** The speed of routes as this relay knows it; read when /metrics is scraped. */
export function registerRouteTimes(metrics: Metrics, stats: Pick<RouteStats, 'list'>): () => void {
  const labels = ['route', 'model'] as const;
  const firstToken = metrics.gauge(
    'tollgate_route_first_token_seconds',
    'Median time to the first token in the last five minutes, over all relays',
    labels,
  );
  const speed = metrics.gauge(
    'tollgate_route_tokens_per_second',
    'Median speed of answers in the last five minutes, over all relays',
    labels,
  );
  return () => {
    firstToken.reset();
    speed.reset();
    let left = routesMax;
    for (const [key, { latencyMs, tokensPerSecond }] of stats.list()) {
      if (left-- === 0) return;
      const space = key.indexOf(' ');
      const names = { route: key.slice(0, space), model: key.slice(space + 1) };
      if (latencyMs !== undefined) firstToken.set(names, latencyMs / 1_000);
      if (tokensPerSecond !== undefined) speed.set(names, tokensPerSecond);
    }
  };
}

export function createHealthMetrics(
  metrics: Metrics,
  day: Pick<DayStats, 'noteAttempt' | 'noteFault'>,
): HealthMetrics {
  const attempts = metrics.counter(
    'tollgate_route_attempts_total',
    'Attempts at upstream routes, first ones and retries',
    ['route', 'kind'],
  );
  const faults = metrics.counter(
    'tollgate_route_faults_total',
    'Attempts that failed by a fault of the route',
    ['route', 'fault'],
  );
  const isolated = metrics.gauge(
    'tollgate_route_isolated',
    '1 while the breaker of a route is open',
    ['route'],
  );
  return {
    countAttempt: (route, isRetry) => {
      attempts.inc({ route, kind: isRetry ? 'retry' : 'first' });
      day.noteAttempt(route);
    },
    countFault: (route, fault) => {
      faults.inc({ route, fault });
      day.noteFault(route);
    },
    setIsolated: (route, isIsolated) => isolated.set({ route }, isIsolated ? 1 : 0),
  };
}
