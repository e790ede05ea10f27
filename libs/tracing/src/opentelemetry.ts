import { hostname } from 'node:os';
import {
  ROOT_CONTEXT,
  SpanKind as SdkSpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as SdkSpan,
  type Tracer as SdkTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingSettings } from '@tollgate/config';
import type { Logger } from '@tollgate/observability';
import { attributeNames } from './attribute-names';
import { BoundedProcessor } from './bounded-processor';
import { ReportingExporter } from './reporting-exporter';
import { parseTraceParent, type TraceContext } from './trace-context';
import {
  noSpan,
  type Attributes,
  type OnLost,
  type Span,
  type SpanKind,
  type Tracer,
} from './tracer';

/** Spans that wait for the collector; more are dropped. About 1 kB each. */
const queue = { maxQueueSize: 2_048, maxExportBatchSize: 512, scheduledDelayMillis: 1_000 };
const exportsMax = Math.ceil(queue.maxQueueSize / queue.maxExportBatchSize) + 1;
const exportMsMax = 5_000;
const flushMsMax = 2_000;
/** Model names come from callers. */
const textCharactersMax = 256;

export interface OpenTelemetryOptions {
  readonly service: string;
  readonly settings: TracingSettings;
  readonly logger: Logger;
  /** From 0 to below 1. */
  readonly random?: () => number;
}

/** The only file that uses the OpenTelemetry packages. */
export function startOpenTelemetry(options: OpenTelemetryOptions): {
  readonly tracer: Tracer;
  readonly stop: () => Promise<void>;
} {
  const { logger, random = Math.random, service, settings } = options;
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.readHeaders(),
    timeoutMillis: exportMsMax,
    // A stop sends all batches at once; an exporter refuses what is above its limit.
    concurrencyLimit: exportsMax,
  });
  const batches = { ...queue, exportTimeoutMillis: exportMsMax + 1_000 };
  const losses: Losses = { onLost: undefined };
  const processor = new BoundedProcessor(
    (own) => new BatchSpanProcessor({ ...batches, exporter: own }),
    {
      exporter: new ReportingExporter(exporter, logger),
      spansMax: queue.maxQueueSize,
      onLost: (reason, spans) => losses.onLost?.(reason, spans),
    },
  );
  const provider = new TracerProvider({
    resource: describeService(service),
    // Which requests are traced is decided before there is a span: see SampledTracer.
    sampler: new AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: textCharactersMax },
    spanProcessors: [processor],
  });
  return {
    tracer: new SampledTracer(provider.getTracer('tollgate'), settings.ratio, random, losses),
    stop: () => flush(provider),
  };
}

function describeService(service: string): ReturnType<typeof resourceFromAttributes> {
  return resourceFromAttributes({
    'service.namespace': 'tollgate',
    'service.name': service,
    'service.instance.id': `${hostname()}-${process.pid}`,
  });
}

async function flush(provider: TracerProvider): Promise<void> {
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, flushMsMax);
  // The failure was logged by the exporter.
  await Promise.race([provider.shutdown().catch(() => undefined), isLate]);
  clearTimeout(timer);
}

/** The metrics of a service are made after its tracer. */
interface Losses {
  onLost: OnLost | undefined;
}

/**
 * Requests that are not traced cost one random number and no object. The decision does not depend
 * on the trace id: a client chooses its own, and could choose one that is always sampled.
 */
class SampledTracer implements Tracer {
  readonly #sdk: SdkTracer;
  readonly #ratio: number;
  readonly #random: () => number;
  readonly #losses: Losses;

  constructor(sdk: SdkTracer, ratio: number, random: () => number, losses: Losses) {
    this.#sdk = sdk;
    this.#ratio = ratio;
    this.#random = random;
    this.#losses = losses;
  }

  listenForLosses(onLost: OnLost): void {
    this.#losses.onLost = onLost;
  }

  startTrace(name: string, clientParent: string | undefined, isFlagTrusted: boolean): Span {
    if (!isFlagTrusted && !this.#isChosen()) return noSpan;
    const parent = parseTraceParent(clientParent);
    if (isFlagTrusted && !(parent?.isSampled ?? this.#isChosen())) return noSpan;
    return startSpan(this.#sdk, name, 'server', parent && toContext(parent));
  }

  continueTrace(name: string, kind: SpanKind, traceParent: string | undefined): Span {
    if (traceParent === undefined) return noSpan;
    const parent = parseTraceParent(traceParent);
    if (parent?.isSampled !== true) return noSpan;
    return startSpan(this.#sdk, name, kind, toContext(parent));
  }

  #isChosen(): boolean {
    return this.#random() < this.#ratio;
  }
}

const kinds: Readonly<Record<SpanKind, SdkSpanKind>> = {
  internal: SdkSpanKind.INTERNAL,
  server: SdkSpanKind.SERVER,
  client: SdkSpanKind.CLIENT,
  consumer: SdkSpanKind.CONSUMER,
};

function startSpan(
  sdk: SdkTracer,
  name: string,
  kind: SpanKind,
  parent: Context = ROOT_CONTEXT,
): Span {
  return new RecordedSpan(sdk, sdk.startSpan(name, { kind: kinds[kind] }, parent));
}

function toContext({ spanId, traceId }: TraceContext): Context {
  const parent = { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

class RecordedSpan implements Span {
  isRecorded = true;
  readonly #sdk: SdkTracer;
  readonly #span: SdkSpan;

  constructor(sdk: SdkTracer, span: SdkSpan) {
    this.#sdk = sdk;
    this.#span = span;
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get traceParent(): string {
    const { spanId, traceId } = this.#span.spanContext();
    return `00-${traceId}-${spanId}-01`;
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes);
  }

  startChild(name: string, kind: SpanKind): Span {
    return startSpan(this.#sdk, name, kind, trace.setSpan(ROOT_CONTEXT, this.#span));
  }

  end(failure?: string): void {
    if (failure !== undefined) {
      this.#span.setAttribute(attributeNames.errorType, failure);
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.isRecorded = false;
    this.#span.end();
  }
}
