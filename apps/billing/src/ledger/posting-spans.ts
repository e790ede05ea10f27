import { topics } from '@tollgate/contracts';
import { attributeNames, type Span, type Tracer } from '@tollgate/tracing';
import type { Generation } from './usage';

/** One span for every traced call of a batch, as a child of the call's own span in the relay. */
export function startPostingSpans(
  tracer: Tracer,
  generations: readonly Generation[],
): { readonly end: (failure?: string) => void } {
  const spans: Span[] = [];
  for (const { requestId, traceParent, ulid } of generations) {
    if (traceParent === undefined) continue;
    const span = tracer.continueTrace('post usage', 'consumer', traceParent);
    if (!span.isRecorded) continue;
    span.set({
      [attributeNames.destination]: topics.usage,
      [attributeNames.messagingOperation]: 'process',
      [attributeNames.batchSize]: generations.length,
      [attributeNames.requestId]: requestId,
      [attributeNames.generationId]: ulid,
    });
    spans.push(span);
  }
  return { end: (failure) => spans.forEach((span) => span.end(failure)) };
}
