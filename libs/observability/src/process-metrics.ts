import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Every look at the event loop wakes the process, also one that has nothing to do. A stall that is
 * longer than this is always seen, a shorter one by chance.
 */
const loopPrecisionMs = 500;

let registry: Registry | undefined;
/** The service that reports the process; empty until the first one is created. */
let reporter = '';

/**
 * To be called by a host before its services start: the first of them reports memory, event loop
 * and garbage collection of the process, under the names of all.
 */
export function shareProcessMetrics(services: readonly string[]): void {
  const [first] = services;
  if (first === undefined) return;
  reporter = first;
  registry = createProcessRegistry(services.join(','));
}

/** Undefined where another service of this process reports it. */
export function findProcessMetrics(service: string): Registry | undefined {
  if (reporter === '') shareProcessMetrics([service]);
  return reporter === service ? registry : undefined;
}

function createProcessRegistry(service: string): Registry {
  const created = new Registry();
  created.setDefaultLabels({ service });
  collectDefaultMetrics({ register: created, eventLoopMonitoringPrecision: loopPrecisionMs });
  return created;
}
