import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '@tollgate/observability';

const lineEveryMs = 60_000;

type OnExported = Parameters<SpanExporter['export']>[1];

/** Logs failed exports once per minute; a collector that is away must not fill the log. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #logger: Logger;
  readonly #getNowMs: () => number;
  #lostSpans = 0;
  #nextLineMs = 0;

  constructor(exporter: SpanExporter, logger: Logger, getNowMs = (): number => Date.now()) {
    this.#exporter = exporter;
    this.#logger = logger;
    this.#getNowMs = getNowMs;
  }

  export(spans: ReadableSpan[], onExported: OnExported): void {
    this.#exporter.export(spans, (result) => {
      if (result.error !== undefined) this.#report(spans.length, result.error);
      onExported(result);
    });
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #report(spans: number, error: Error): void {
    this.#lostSpans += spans;
    const nowMs = this.#getNowMs();
    if (nowMs < this.#nextLineMs) return;
    this.#nextLineMs = nowMs + lineEveryMs;
    this.#logger.warn('traces not exported', { spans: this.#lostSpans, error });
    this.#lostSpans = 0;
  }
}
