import type { CallerIdentity } from '@tollgate/identity';
import type { CallerPolicy } from '@tollgate/policy';
import type { Endpoint, InferenceRequest, RawRequest } from '../../domain/endpoint';

/**
 * A call as it came in. Each stage extends the call of the stage before it: ReceivedCall,
 * ParsedCall, RoutedCall, PreparedCall, HeldCall, OpenedCall. So no step can run too early.
 */
export interface ReceivedCall extends RawRequest {
  readonly endpoint: Endpoint;
  /** Names the call everywhere: generation id, hold id, event id. */
  readonly ulid: string;
  readonly requestId: string;
  readonly startedAtMs: number;
  readonly caller: CallerIdentity;
  readonly policy: CallerPolicy;
  readonly appName: string;
  readonly referer: string;
  /** Aborted when the client has gone away. */
  readonly clientGone: AbortSignal;
}

export interface ParsedCall extends ReceivedCall {
  readonly request: InferenceRequest;
}
