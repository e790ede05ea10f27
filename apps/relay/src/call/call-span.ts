import { AppError } from '@tollgate/errors';
import type { SettledUsage } from '@tollgate/model-spec';
import { attributeNames, type Span } from '@tollgate/tracing';
import type { ApiType } from '../domain/endpoint';
import { nameProvider } from '../domain/provider-names';
import type { Attempt, OpenedCall } from './attempt/opened-call';
import type { ParsedCall } from './receive/received-call';
import type { CallCandidate } from './route/routed-call';

/** Of the GenAI semantic conventions. */
const operations: Readonly<Record<ApiType, string>> = {
  chat: 'chat',
  responses: 'chat',
  messages: 'chat',
  completions: 'text_completion',
  embeddings: 'embeddings',
  rerank: 'rerank',
  moderations: 'moderation',
  images: 'generate_content',
  transcriptions: 'generate_content',
  speech: 'generate_content',
  videos: 'generate_content',
};

/**
 * The call with a span of its own, named by the GenAI conventions, without prompt and answer. A
 * call that is not traced is returned as it is.
 */
export function startCallSpan(call: ParsedCall): ParsedCall {
  if (!call.span.isRecorded) return call;
  const { request, ulid } = call;
  const operation = operations[request.apiType];
  const span = call.span.startChild(`${operation} ${request.requestedModel}`, 'internal');
  span.set({
    [attributeNames.operation]: operation,
    [attributeNames.requestModel]: request.requestedModel,
    [attributeNames.generationId]: ulid,
    [attributeNames.isStreamed]: request.isStreaming,
  });
  return { ...call, span };
}

/** Ends the span of a call that was answered and settled. */
export function endCallSpan(opened: OpenedCall, { costNanos, usage }: SettledUsage): void {
  const { attempts, candidate, span } = opened;
  if (!span.isRecorded) return;
  const { cacheRead, cacheWrite1h, cacheWrite5m } = usage;
  span.set({
    ...describeCandidate(candidate),
    [attributeNames.attempts]: attempts.length,
    [attributeNames.inputTokens]:
      usage.input + cacheRead + cacheWrite1h + cacheWrite5m + usage.audioInput + usage.imageInput,
    [attributeNames.cacheReadTokens]: cacheRead,
    [attributeNames.outputTokens]: usage.output + usage.audioOutput + usage.imageOutput,
    [attributeNames.costNanos]: Number(costNanos),
  });
  span.end();
}

/** Ends the span of a call that was refused, failed or cancelled. */
export function failCallSpan(
  span: Span,
  error: unknown,
  tried: { readonly attempts: readonly Attempt[]; readonly candidate?: CallCandidate | undefined },
): void {
  if (!span.isRecorded) return;
  const { attempts, candidate } = tried;
  span.set({
    ...(candidate !== undefined && attempts.length > 0 && describeCandidate(candidate)),
    [attributeNames.attempts]: attempts.length,
  });
  span.end(AppError.from(error).reason);
}

function describeCandidate({ route, target }: CallCandidate): Record<string, string> {
  return {
    [attributeNames.provider]: nameProvider(route.provider),
    [attributeNames.responseModel]: target.upstreamModel,
  };
}
