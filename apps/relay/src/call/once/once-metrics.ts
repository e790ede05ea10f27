import type { Metrics } from '@tollgate/observability';
import type { OnceOutcome } from './relay-once';

/** Calls with an `Idempotency-Key`. */
export function createOnceCounter(metrics: Metrics): (outcome: OnceOutcome) => void {
  const calls = metrics.counter(
    'tollgate_idempotent_calls_total',
    'Calls with an Idempotency-Key by outcome: first, waited, replayed, refused',
    ['outcome'],
  );
  return (outcome) => calls.inc({ outcome });
}
