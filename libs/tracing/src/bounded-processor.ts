import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { OnLost } from './tracer';

type OnExported = Parameters<SpanExporter['export']>[1];

/**
 * Counts the spans that wait in a batch processor, and refuses more than it would keep. The
 * processor drops them itself, but reports it only to meters of OpenTelemetry.
 */
export class BoundedProcessor implements SpanProcessor {
  readonly #processor: SpanProcessor;
  readonly #onLost: OnLost;
  readonly #spansMax: number;
  #waiting = 0;

  constructor(
    makeProcessor: (exporter: SpanExporter) => SpanProcessor,
    options: {
      readonly exporter: SpanExporter;
      readonly spansMax: number;
      readonly onLost: OnLost;
    },
  ) {
    this.#onLost = options.onLost;
    this.#spansMax = options.spansMax;
    this.#processor = makeProcessor(this.#countTaken(options.exporter));
  }

  onStart(...args: Parameters<SpanProcessor['onStart']>): void {
    this.#processor.onStart(...args);
  }

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= this.#spansMax) return this.#onLost('queue_full', 1);
    this.#waiting += 1;
    this.#processor.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#processor.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#processor.shutdown();
  }

  #countTaken(exporter: SpanExporter): SpanExporter {
    return {
      export: (spans, onExported: OnExported) => {
        this.#waiting -= spans.length;
        exporter.export(spans, (result) => {
          if (result.error !== undefined) this.#onLost('export_failed', spans.length);
          onExported(result);
        });
      },
      forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
      shutdown: () => exporter.shutdown(),
    };
  }
}
