import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { findProcessMetrics } from './process-metrics';

/**
 * Labels come from closed sets only (route template, provider, catalog model, outcome, error code):
 * a raw path, key or organization would make the number of series unbounded.
 */
export interface Metrics {
  counter<L extends string>(name: string, help: string, labels?: readonly L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, labels?: readonly L[]): Gauge<L>;
  histogram<L extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labels?: readonly L[],
  ): Histogram<L>;
  /** The text of /metrics and its content type. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

export const secondsBuckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const processMetrics = findProcessMetrics(service);
  const registers = [registry];
  // An alert asks for it: a service without any series has no instance that is scraped.
  new Gauge({ name: 'tollgate_service_running', help: '1 while the service runs', registers }).set(
    1,
  );
  return {
    counter: (name, help, labels = []) =>
      new Counter({ name, help, labelNames: [...labels], registers }),
    gauge: (name, help, labels = []) =>
      new Gauge({ name, help, labelNames: [...labels], registers }),
    histogram: (name, help, buckets, labels = []) =>
      new Histogram({ name, help, buckets: [...buckets], labelNames: [...labels], registers }),
    render: async () => {
      const shared = (await processMetrics?.metrics()) ?? '';
      return { contentType: registry.contentType, text: (await registry.metrics()) + shared };
    },
  };
}
