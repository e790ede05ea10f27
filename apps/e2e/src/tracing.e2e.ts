import { randomBytes } from 'node:crypto';
import {
  startTraceCollector,
  waitUntil,
  type CollectedSpan,
  type TraceCollector,
} from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import { chat, type ChatAnswer } from '../test/support/chat';
import { startGateway } from '../test/support/gateway';

const patience = { timeoutMs: 60_000 };
const prompt = 'canary of the prompt';
const clientSpanId = 'b7ad6b7169203331';
const kinds = { internal: 1, server: 2, client: 3, consumer: 5 };

/** The spans of a call. Each service sends its own, in no certain order. */
const expected = [
  ['edge', kinds.server],
  ['relay', kinds.server],
  ['relay', kinds.internal],
  ['relay', kinds.client],
  ['billing', kinds.consumer],
] as const;

/** Only requests whose client asks for it are traced, so that nothing else is in the way. */
const settings = { OTEL_TRACES_SAMPLER_ARG: '0', TRACE_TRUST_CLIENTS: '1' };

describe.each(['together', 'apart'])('traces of services %s', (SHAPE) => {
  let collector: TraceCollector;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let account: Account;
  beforeAll(async () => {
    collector = await startTraceCollector();
    const OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
    gateway = await startGateway({
      environment: { SHAPE, OTEL_EXPORTER_OTLP_ENDPOINT, ...settings },
    });
    account = await openAccount(gateway);
  });
  afterAll(async () => {
    await gateway?.end();
    await collector?.stop();
  });

  const call = (isStreaming: boolean, traceparent?: string): Promise<ChatAnswer> => {
    const headers = traceparent === undefined ? {} : { traceparent };
    return chat(gateway, { bearer: account.key, content: prompt, isStreaming, call: { headers } });
  };

  /** The spans of one trace, once billing has posted the call. */
  const waitForTrace = async (
    traceId: string,
    ...more: readonly (readonly [service: string, kind: number])[]
  ): Promise<readonly CollectedSpan[]> => {
    const list = () => collector.spans.filter((span) => span.traceId === traceId);
    const isComplete = () =>
      [...expected, ...more].every(([service, kind]) =>
        list().some((span) => span.service === service && span.kind === kind),
      );
    await waitUntil(isComplete, { ...patience, what: 'the trace' });
    return list();
  };

  it.each([
    ['plain', false],
    ['streamed', true],
  ])(
    'show a %s call from the edge to its posting, without its content',
    async (_kind, isStreaming) => {
      const traceId = randomBytes(16).toString('hex');
      const answer = await call(isStreaming, `00-${traceId}-${clientSpanId}-01`);
      expect(answer.status).toBe(200);
      const spans = await waitForTrace(traceId);
      const find = (service: string, kind: number) =>
        spans.find((span) => span.service === service && span.kind === kind);
      const [edge, relay] = [find('edge', kinds.server), find('relay', kinds.server)];
      const modelCall = find('relay', kinds.internal);
      expect(edge).toMatchObject({
        ...{ name: 'POST /v1/chat/completions', parentId: clientSpanId, isFailed: false },
        attributes: {
          'http.route': '/v1/chat/completions',
          'http.response.status_code': 200,
          'tollgate.request_id': answer.headers.get('x-request-id'),
          'tollgate.key_id': account.keyId,
        },
      });
      expect(relay?.parentId).toBe(edge?.spanId);
      expect(modelCall).toMatchObject({
        ...{ name: 'chat simulator/chat', parentId: relay?.spanId },
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'simulator',
          'gen_ai.request.model': 'simulator/chat',
          'gen_ai.response.model': expect.any(String),
          'gen_ai.usage.input_tokens': answer.json.usage.prompt_tokens,
          'gen_ai.usage.output_tokens': answer.json.usage.completion_tokens,
          'tollgate.cost_nanos': Number(answer.costNanos),
          'tollgate.attempts': 1,
          'tollgate.is_streamed': isStreaming,
        },
      });
      expect(find('relay', kinds.client)).toMatchObject({
        ...{ parentId: modelCall?.spanId, isFailed: false },
        attributes: { 'http.response.status_code': 200, 'gen_ai.provider.name': 'simulator' },
      });
      expect(find('billing', kinds.consumer)).toMatchObject({
        parentId: modelCall?.spanId,
        attributes: { 'tollgate.request_id': answer.headers.get('x-request-id') },
      });
      expectNoContent(answer);
    },
  );

  const expectNoContent = ({ frames, json }: ChatAnswer): void => {
    const bytes = collector.readBytes();
    const parts = frames.map((frame) => frame.choices?.[0]?.delta?.content ?? '').join('');
    const text: string = json.choices?.[0]?.message?.content ?? parts;
    expect(text.length).toBeGreaterThan(10);
    for (const secret of [prompt, text, account.key, text.slice(0, 10)]) {
      expect(bytes.includes(secret)).toBe(false);
    }
  };

  it('have the calls of other services as children', async () => {
    const fresh = await openAccount(gateway);
    const traceId = randomBytes(16).toString('hex');
    const headers = { traceparent: `00-${traceId}-${clientSpanId}-01` };
    await chat(gateway, { bearer: fresh.key, call: { headers } });
    const spans = await waitForTrace(traceId, ['auth', kinds.server]);
    const edge = spans.find(({ service }) => service === 'edge');
    const authenticated = spans.find(({ name }) => name.endsWith('AuthService/AuthenticateKey'));
    expect(authenticated).toMatchObject({ service: 'auth', parentId: edge?.spanId });
  });

  it('are not made of requests that the ratio leaves out', async () => {
    const before = new Set(collector.spans.map((span) => span.traceId));
    const unsampled = `00-${randomBytes(16).toString('hex')}-${clientSpanId}-00`;
    for (const traceparent of [undefined, unsampled, 'junk']) {
      expect((await call(false, traceparent)).status).toBe(200);
    }
    // Spans leave in order: whatever these calls made would be there before the next trace.
    const traceId = randomBytes(16).toString('hex');
    await call(false, `00-${traceId}-${clientSpanId}-01`);
    await waitForTrace(traceId);
    const later = collector.spans.filter((span) => !before.has(span.traceId));
    expect(new Set(later.map((span) => span.traceId))).toEqual(new Set([traceId]));
  });

  it('do not delay calls when the collector hangs', async () => {
    collector.hang();
    for (let count = 0; count < 20; count++) {
      const traceId = randomBytes(16).toString('hex');
      const { status } = await call(count % 2 === 0, `00-${traceId}-${clientSpanId}-01`);
      expect(status).toBe(200);
    }
  });
});
