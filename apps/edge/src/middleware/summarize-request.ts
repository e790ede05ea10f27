import { secondsBuckets, type Logger, type Metrics } from '@tollgate/observability';
import type { RequestContext } from './request-context';

type Observer = { observe(seconds: number): void };

/** One measurement for every request, and one line for all but the many that went well. */
export function createRequestSummary(
  logger: Logger,
  metrics: Metrics,
): (context: RequestContext, method: string, status: number) => void {
  const durations = metrics.histogram(
    'edge_request_duration_seconds',
    'Requests by route, method and status, with their duration up to the last byte',
    secondsBuckets,
    ['route', 'method', 'status'],
  );
  // Looking a series up by its labels costs more than observing it.
  const observers = new Map<string, Observer>();

  function getObserver(route: string, method: string, status: number): Observer {
    const key = `${status} ${method} ${route}`;
    let observer = observers.get(key);
    if (observer === undefined) {
      observer = durations.labels(route, method, String(status));
      observers.set(key, observer);
    }
    return observer;
  }

  return (context, method, status) => {
    const { route, requestId, startedAtMs, reason } = context;
    const ms = performance.now() - startedAtMs;
    // Unknown paths and methods are unbounded; they share one series.
    getObserver(route?.path ?? 'none', route?.method ?? 'none', status).observe(ms / 1_000);
    const fields = {
      requestId,
      method,
      route: route?.path,
      status,
      ms: Math.round(ms * 10) / 10,
      userId: context.grant?.userId ?? undefined,
      reason,
    };
    const isRoutine = route?.bucket === 'inference' && status >= 200 && status < 300;
    if (isRoutine) logger.debug('request', fields);
    else logger.info('request', fields);
  };
}
