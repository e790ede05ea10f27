import { secondsBuckets, type Logger, type Metrics } from '@tollgate/observability';
import type { OnRequestEnd, RequestEnd } from './begin-request';
import type { RequestContext } from './request-context';

type Observer = { observe(seconds: number): void };

/** One measurement for every request, and one line for all but the many that went well. */
export function createRequestSummary(logger: Logger, metrics: Metrics): OnRequestEnd {
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

  return (context, end) => {
    const { route, startedAtMs } = context;
    const ms = performance.now() - startedAtMs;
    // Unknown paths and methods are unbounded; they share one series.
    const observer = getObserver(route?.path ?? 'none', route?.method ?? 'none', end.status);
    // A live stream lasts as long as its client stays.
    if (!route?.isLive || end.status !== 200) observer.observe(ms / 1_000);
    writeLine(logger, context, { ...end, ms: Math.round(ms * 10) / 10 });
  };
}

interface End extends RequestEnd {
  readonly ms: number;
}

function writeLine(logger: Logger, context: RequestContext, end: End): void {
  const { route, requestId, failure, grant } = context;
  const { traceId } = context.span;
  const caller = grant?.subject ?? undefined;
  const fields = {
    requestId,
    traceId,
    route: route?.path,
    ...end,
    caller,
    reason: failure?.reason,
  };
  const isRoutine = route?.bucket === 'inference' && end.status >= 200 && end.status < 300;
  if (isRoutine || context.isShed) {
    logger.debug('request', fields);
  } else if (failure !== undefined && failure.status >= 500) {
    logger.warn('request', { ...fields, error: failure });
  } else {
    logger.info('request', fields);
  }
}
