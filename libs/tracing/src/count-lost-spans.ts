import type { Metrics } from '@tollgate/observability';
import { lossReasons, noTracer, type Tracer } from './tracer';

/** Reports spans that did not get to the collector. Both series exist from the start. */
export function countLostSpans(metrics: Metrics, tracer: Tracer = noTracer): void {
  const counter = metrics.counter(
    'tollgate_spans_dropped_total',
    'spans that did not get to the collector, by reason: queue_full or export_failed',
    ['reason'],
  );
  for (const reason of lossReasons) counter.inc({ reason }, 0);
  tracer.listenForLosses((reason, spans) => counter.inc({ reason }, spans));
}
