import type { CallerIdentity } from '@tollgate/identity';
import type { CallerPolicy } from '@tollgate/policy';
import type { Span } from '@tollgate/tracing';
import type { Endpoint, InferenceRequest, RawRequest } from '../../domain/endpoint';

/**
 * A call as it came in. Each stage extends the call of the stage before it: ReceivedCall,
 * ParsedCall, RoutedCall, PreparedCall, HeldCall, OpenedCall. So no step can run too early.
 */
export interface ReceivedCall extends RawRequest {
  readonly endpoint: Endpoint;
  /** The `Idempotency-Key` as the client sent it, and the path, which is part of its scope. */
  readonly idempotency?: { readonly key: string; readonly path: string } | undefined;
  /** The id of the call everywhere: generation id, hold id, event id. */
  readonly ulid: string;
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly caller: CallerIdentity;
  readonly policy: CallerPolicy;
  readonly appName: string;
  readonly referer: string;
  /** Aborted when the client disconnects. */
  readonly clientGone: AbortSignal;
  /** Of the request, or of its call where it is relayed. */
  readonly span: Span;
  /** As the client sent it; undefined: it sent none, or the edge records a trace. */
  readonly clientTraceParent?: string | undefined;
}

export interface ParsedCall extends ReceivedCall {
  readonly request: InferenceRequest;
}

/** Raises what is wrong with the request, by the rules of its endpoint. */
export function parseCall(received: ReceivedCall): ParsedCall {
  return { ...received, request: received.endpoint.parse(received) };
}
