import type { TracingSettings } from '@tollgate/config';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { startTraceCollector, waitUntil, type TraceCollector } from '@tollgate/testing';
import { countLostSpans } from './count-lost-spans';
import { createTracer } from './create-tracer';
import { startOpenTelemetry } from './opentelemetry';
import { noSpan, noTracer } from './tracer';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const sampled = `00-${traceId}-b7ad6b7169203331-01`;
const unsampled = `00-${traceId}-b7ad6b7169203331-00`;

let collector: TraceCollector;

beforeEach(async () => {
  collector = await startTraceCollector();
});
afterEach(() => collector.stop());

function start(changes: Partial<TracingSettings> & { readonly random?: () => number } = {}) {
  const { random = () => 0.5, ...rest } = changes;
  const url = `${collector.url}/v1/traces`;
  const settings = { url, readHeaders: () => ({ 'x-team': 'a' }), ratio: 1, ...rest };
  return startOpenTelemetry({ service: 'relay', settings, logger: silentLogger, random });
}

describe('a tracer with a collector', () => {
  it('sends spans as a tree, with their attributes and failures', async () => {
    const { stop, tracer } = start();
    const root = tracer.startTrace('POST', undefined, false);
    root.rename('POST /v1/chat/completions');
    const child = root.startChild('attempt', 'client');
    child.set({ 'http.response.status_code': 503, left: undefined });
    child.end('upstream_unavailable');
    root.end();
    await stop();
    const [attempt, request] = collector.spans;
    expect(request).toMatchObject({
      ...{ service: 'relay', name: 'POST /v1/chat/completions', parentId: '', kind: 2 },
      isFailed: false,
    });
    expect(attempt).toMatchObject({
      ...{ traceId: request?.traceId, parentId: request?.spanId, kind: 3, isFailed: true },
      attributes: { 'http.response.status_code': 503, 'error.type': 'upstream_unavailable' },
    });
    expect(collector.headers[0]).toMatchObject({ 'x-team': 'a' });
  });

  it('continues the trace of a service that records, and no other', async () => {
    const { stop, tracer } = start({ ratio: 0 });
    for (const parent of [undefined, unsampled, 'junk']) {
      expect(tracer.continueTrace('call', 'server', parent)).toBe(noSpan);
    }
    const span = tracer.continueTrace('call', 'server', sampled);
    expect(span.traceParent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    span.end();
    await stop();
    expect(collector.spans).toMatchObject([{ traceId, parentId: 'b7ad6b7169203331' }]);
  });

  it('decides by the ratio, whatever a client that is not trusted asks for', async () => {
    const { stop, tracer } = start({ ratio: 0.1, random: () => 0.2 });
    expect(tracer.startTrace('GET', sampled, false)).toBe(noSpan);
    const chosen = start({ ratio: 0.1, random: () => 0.05 });
    const span = chosen.tracer.startTrace('GET', unsampled, false);
    expect(span.traceId).toBe(traceId);
    await Promise.all([stop(), chosen.stop()]);
  });

  it('lets a trusted client decide, and the ratio where the client sent no trace', async () => {
    const { stop, tracer } = start({ ratio: 0.1, random: () => 0.2 });
    expect(tracer.startTrace('GET', sampled, true).traceId).toBe(traceId);
    expect(tracer.startTrace('GET', unsampled, true)).toBe(noSpan);
    expect(tracer.startTrace('GET', undefined, true)).toBe(noSpan);
    await stop();
  });

  it('sends all that waits when it stops', async () => {
    const { stop, tracer } = start();
    for (let count = 0; count < 2_000; count++) tracer.startTrace('GET', undefined, false).end();
    await stop();
    await waitUntil(() => collector.spans.length === 2_000, { timeoutMs: 30_000 });
  });

  it('stops within seconds when the collector hangs, and keeps a bounded number of spans', async () => {
    collector.hang();
    const { stop, tracer } = start();
    for (let count = 0; count < 10_000; count++) tracer.startTrace('GET', undefined, false).end();
    const startedMs = performance.now();
    await stop();
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    expect(collector.spans.length).toBeLessThanOrEqual(2_048 + 512);
  });
});

describe('spans that are lost', () => {
  function countLosses(tracer: ReturnType<typeof start>['tracer']): Record<string, number> {
    const lost: Record<string, number> = {};
    tracer.listenForLosses((reason, spans) => (lost[reason] = (lost[reason] ?? 0) + spans));
    return lost;
  }

  it('are counted when too many wait for the collector', async () => {
    collector.hang();
    const { stop, tracer } = start();
    const lost = countLosses(tracer);
    for (let count = 0; count < 10_000; count++) tracer.startTrace('GET', undefined, false).end();
    // One batch is on its way to the collector, and the queue is full.
    expect(lost).toEqual({ queue_full: 10_000 - 2_048 - 512 });
    await stop();
  });

  it('are counted when the collector refuses them', async () => {
    const { stop, tracer } = start({ url: `${collector.url}/elsewhere` });
    const lost = countLosses(tracer);
    for (let count = 0; count < 3; count++) tracer.startTrace('GET', undefined, false).end();
    await stop();
    expect(lost).toEqual({ export_failed: 3 });
  });

  it('are not counted when all get there', async () => {
    const { stop, tracer } = start();
    const lost = countLosses(tracer);
    for (let count = 0; count < 2_000; count++) tracer.startTrace('GET', undefined, false).end();
    await stop();
    expect(lost).toEqual({});
  });

  it('are a metric by reason, which is 0 from the start', async () => {
    const { stop, tracer } = start({ url: `${collector.url}/elsewhere` });
    const metrics = createMetrics('relay');
    countLostSpans(metrics, tracer);
    tracer.startTrace('GET', undefined, false).end();
    await stop();
    const { text } = await metrics.render();
    const values = [...text.matchAll(/^tollgate_spans_dropped_total\{reason="(\w+)".*\} (\d+)$/gm)];
    expect(values.map(([, reason, value]) => [reason, value])).toEqual([
      ['queue_full', '0'],
      ['export_failed', '1'],
    ]);
  });
});

describe('a service without a collector', () => {
  it('has a tracer that records nothing and makes no objects', async () => {
    const { stop, tracer } = await createTracer({
      service: 'edge',
      settings: undefined,
      logger: silentLogger,
    });
    expect(tracer).toBe(noTracer);
    const span = tracer.startTrace('GET', sampled, true);
    expect(span).toBe(noSpan);
    expect(span.startChild('attempt', 'client')).toBe(noSpan);
    expect(span.traceParent).toBeUndefined();
    await stop();
  });
});
