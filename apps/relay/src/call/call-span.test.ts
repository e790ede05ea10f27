import { AppError } from '@tollgate/errors';
import { emptyUsage, type UpstreamRequest } from '@tollgate/model-spec';
import { noSpan, recordSpans } from '@tollgate/tracing';
import { BillingOutcome } from '@tollgate/contracts';
import { aHeldCall, anAnswer, anOpenedCall, aParsedCall } from '../../test/support/build-calls';
import { attemptOne, type AttemptTools } from './attempt/attempt-one';
import { UpstreamError } from './attempt/open-upstream';
import { endCallSpan, failCallSpan, startCallSpan } from './call-span';
import { makeUsageRecord } from './settle/make-usage-record';

const prompt = 'canary of the prompt';
const body = { messages: [{ role: 'user', content: prompt }] };
const clientTraceParent = '00-0af7651916cd43dd8448eb211c80319c-00000000000000ff-01';

function startRequest() {
  const recorder = recordSpans();
  return { ...recorder, request: recorder.tracer.startTrace('POST', undefined, false) };
}

const never = (): undefined => undefined;

function makeTools(reply: AttemptTools['upstream']['open'], traced: readonly string[] = []) {
  const routes = {
    ...{ noteAttempt: never, noteSuccess: never, noteFailure: never, noteRetryAfter: never },
    ...{ claimProbe: () => true, releaseProbe: never, mayRetry: () => false },
  };
  const tracedProviders = new Set(traced);
  return {
    upstream: { open: reply },
    routes,
    random: () => 0,
    delay: async () => undefined,
    tracedProviders,
  };
}

describe('the span of a call', () => {
  it('has model, tokens, cost and attempts by the GenAI conventions, and no content', () => {
    const { request, spans } = startRequest();
    const parsed = aParsedCall({ body, span: request });
    const { span } = startCallSpan(parsed);
    const opened = { ...anOpenedCall({ body }), span };
    const usage = { ...emptyUsage, input: 7, cacheRead: 2, output: 5, reasoning: 3 };
    endCallSpan(opened, { usage, costNanos: 1_234n, upstream: undefined });
    expect(spans[1]).toMatchObject({
      ...{ name: 'chat acme/small', kind: 'internal', parent: 1, isEnded: true },
      failure: undefined,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'acme',
        'gen_ai.request.model': 'acme/small',
        'gen_ai.response.model': opened.candidate.target.upstreamModel,
        'gen_ai.usage.input_tokens': 9,
        'gen_ai.usage.cache_read.input_tokens': 2,
        'gen_ai.usage.output_tokens': 5,
        'tollgate.cost_nanos': 1_234,
        'tollgate.attempts': 1,
        'tollgate.generation_id': parsed.ulid,
      },
    });
    expect(JSON.stringify(spans)).not.toContain(prompt);
  });

  it('names the reason of a failed call', () => {
    const { request, spans } = startRequest();
    const parsed = aParsedCall({ body, span: request });
    failCallSpan(startCallSpan(parsed).span, new AppError('insufficient_credits'), {
      attempts: [],
    });
    expect(spans[1]).toMatchObject({
      failure: 'insufficient_credits',
      attributes: { 'tollgate.attempts': 0 },
    });
  });

  it('does not exist where the request is not traced', () => {
    const parsed = aParsedCall();
    expect(startCallSpan(parsed)).toBe(parsed);
    expect(parsed.span).toBe(noSpan);
  });

  it('is the parent of the posting: the usage record has it', () => {
    const { request } = startRequest();
    const ending = {
      ...{ attempts: [], isCancelled: false, errorCode: '' },
      outcome: BillingOutcome.BILLING_OUTCOME_CHARGED,
    };
    expect(makeUsageRecord(aHeldCall({ span: request }), ending).traceparent).toBe(
      request.traceParent,
    );
    expect(makeUsageRecord(aHeldCall(), ending).traceparent).toBeUndefined();
  });
});

describe('the span of an attempt', () => {
  const context = { attempts: [], isRetry: false, prepared: undefined, read: async () => 'read' };
  const attempt = (call: ReturnType<typeof aHeldCall>, tools: AttemptTools) =>
    attemptOne({ ...call, candidate: call.candidates[0] }, { ...context, attempts: [], tools });

  it('has the status of the provider, or the reason why it sent no status', async () => {
    const { request, spans } = startRequest();
    const call = aHeldCall({ span: request });
    await attempt(
      call,
      makeTools(async () => anAnswer(200, '{}')),
    );
    await attempt(
      call,
      makeTools(async () => anAnswer(500, '{}')),
    );
    await attempt(
      call,
      makeTools(() => Promise.reject(new UpstreamError('timeout', { cause: 'slow' }))),
    );
    const [, good, broken, late] = spans;
    expect(good).toMatchObject({
      ...{ name: 'attempt acme', kind: 'client', parent: 1, failure: undefined },
      attributes: { 'http.response.status_code': 200, 'gen_ai.provider.name': 'acme' },
    });
    expect(broken).toMatchObject({ failure: 'upstream_unavailable' });
    expect(late).toMatchObject({ failure: 'timeout', isEnded: true });
  });

  it('is passed on to providers that the operator names, and to no other', async () => {
    const { request } = startRequest();
    const sent: (string | undefined)[] = [];
    const open = async ({ headers }: UpstreamRequest) => {
      sent.push(headers['traceparent']);
      return anAnswer(200, '{}');
    };
    await attempt(aHeldCall({ span: request }), makeTools(open));
    await attempt(aHeldCall({ span: request }), makeTools(open, ['acme']));
    await attempt({ ...aHeldCall(), clientTraceParent }, makeTools(open, ['acme']));
    await attempt({ ...aHeldCall(), clientTraceParent }, makeTools(open, ['other']));
    await attempt(aHeldCall(), makeTools(open, ['acme']));
    expect(sent).toEqual([
      undefined,
      expect.stringMatching(/^00-[0-9a-f]{32}-0{15}3-01$/),
      clientTraceParent,
      undefined,
      undefined,
    ]);
  });
});
