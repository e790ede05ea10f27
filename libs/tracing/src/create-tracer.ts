import type { TracingSettings } from '@tollgate/config';
import type { Logger } from '@tollgate/observability';
import { noTracer, type Tracer } from './tracer';

export interface CreateTracerOptions {
  /** Names the service in the collector. */
  readonly service: string;
  /** Undefined: nothing is traced. */
  readonly settings: TracingSettings | undefined;
  readonly logger: Logger;
}

export interface RunningTracer {
  readonly tracer: Tracer;
  /** Sends what is left. Takes at most two seconds, whatever the collector does. */
  readonly stop: () => Promise<void>;
}

/** Loads the OpenTelemetry packages only where there is a collector. */
export async function createTracer(options: CreateTracerOptions): Promise<RunningTracer> {
  const { settings, ...rest } = options;
  if (settings === undefined) return { tracer: noTracer, stop: () => Promise.resolve() };
  const { startOpenTelemetry } = await import('./opentelemetry');
  return startOpenTelemetry({ ...rest, settings });
}
