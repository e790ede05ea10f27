import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { silentLogger } from '@tollgate/observability';
import { ReportingExporter } from './reporting-exporter';

const spans = [{}, {}] as ReadableSpan[];

function fail(): SpanExporter {
  return {
    export: (_spans, onExported) => onExported({ code: 1, error: new Error('refused') }),
    shutdown: () => Promise.resolve(),
  };
}

describe('an exporter whose collector is away', () => {
  it('writes one line per minute, with the number of lost spans', () => {
    const lines: unknown[] = [];
    const logger = { ...silentLogger, warn: (...line: unknown[]) => void lines.push(line) };
    let nowMs = 1_000;
    const exporter = new ReportingExporter(fail(), logger, () => nowMs);
    const results: unknown[] = [];
    const send = (): void => exporter.export(spans, (result) => results.push(result.code));
    send();
    send();
    nowMs += 59_999;
    send();
    nowMs += 1;
    send();
    const error = new Error('refused');
    expect(lines).toEqual([
      ['traces not exported', { spans: 2, error }],
      ['traces not exported', { spans: 6, error }],
    ]);
    expect(results).toEqual([1, 1, 1, 1]);
  });
});
