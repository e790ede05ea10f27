import type { Metrics } from '@tollgate/observability';
import type { DayStats } from './day-stats';
import type { RouteFault } from '../call/attempt/route-observer';

export interface HealthMetrics {
  countAttempt(routeId: string, isRetry: boolean): void;
  countFault(routeId: string, fault: RouteFault): void;
  setIsolated(routeId: string, isIsolated: boolean): void;
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
