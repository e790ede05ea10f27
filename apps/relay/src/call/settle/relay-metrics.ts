import { BillingOutcome } from '@tollgate/contracts';
import type { Metrics } from '@tollgate/observability';

export interface RelayMetrics {
  countCall(outcome: BillingOutcome, model: string): void;
  /** A charge above its hold: the estimate of the worst case is wrong. */
  countExcess(): void;
}

export interface RelayGauges {
  readonly openHolds: () => number;
  readonly leases: () => number;
  readonly unsettledHolds: () => number;
  readonly spoolBytes: () => number;
}

export function createRelayMetrics(metrics: Metrics): RelayMetrics {
  const calls = metrics.counter(
    'tollgate_calls_total',
    'Finished calls by outcome and catalog model',
    ['outcome', 'model'],
  );
  const excess = metrics.counter(
    'tollgate_charge_above_reserve_total',
    'Charges that exceeded their reserve',
  );
  return {
    countCall: (outcome, model) => calls.inc({ outcome: BillingOutcome[outcome], model }),
    countExcess: () => excess.inc(),
  };
}

/** Read when /metrics is scraped, so that calls do no work for it. */
export function registerRelayGauges(metrics: Metrics, gauges: RelayGauges): () => void {
  const openHolds = metrics.gauge('tollgate_open_holds', 'Calls in flight with a hold');
  const unsettled = metrics.gauge(
    'tollgate_unsettled_holds',
    'Ended calls not yet sent to the till',
  );
  const spoolBytes = metrics.gauge(
    'tollgate_spool_bytes',
    'Usage records on disk, not yet published',
  );
  const leases = metrics.gauge('tollgate_hold_leases', 'Holds that pay for many calls of a caller');
  return () => {
    openHolds.set(gauges.openHolds());
    leases.set(gauges.leases());
    unsettled.set(gauges.unsettledHolds());
    spoolBytes.set(gauges.spoolBytes());
  };
}
