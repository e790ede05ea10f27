import {
  InterceptingCall,
  Metadata,
  type CallOptions,
  type ChannelCredentials,
  type ClientOptions,
  type ClientUnaryCall,
  type Interceptor,
  type ServiceError,
} from '@grpc/grpc-js';
import type { Secret, ServiceCredential } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import { findActiveSpan, findRequestId } from '@tollgate/tracing';
import { decodeError } from './error-trailer';
import { metadataNames } from './header-names';
import type { LocalServices } from './local-services';
import { makeChannelCredentials } from './tls-credentials';

export type ClientConstructor<C> = new (
  address: string,
  credentials: ChannelCredentials,
  options?: Partial<ClientOptions>,
) => C;

export interface GrpcClientOptions {
  readonly address: string;
  readonly credential: ServiceCredential;
  readonly logger: Logger;
  /** Servers of this process: their addresses are not connected to. */
  readonly local?: LocalServices | undefined;
}

/** A peer that restarts must be found again soon: the default backoff grows to two minutes. */
const reconnectMs = { initial: 50, max: 500 };

/** DNS is asked again when a connection ends, but not more often. */
const resolveMsMin = 1_000;

/** Calls go to all instances in turn; those that are away are left out. */
const spreading = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });

/** `ipv4:a:1,b:2` and `dns:///name:port` name several instances, `host:port` one. */
function isOfSeveral(address: string): boolean {
  return address.startsWith('dns:') || address.includes(',');
}

/** A client whose calls carry the service credential. */
export function createGrpcClient<C>(
  constructor: ClientConstructor<C>,
  options: GrpcClientOptions,
): C {
  options.logger.debug('grpc client created', { address: options.address });
  return new constructor(
    options.address,
    makeChannelCredentials(options.credential, options.logger),
    {
      interceptors: [attachCredential(options.credential.secret)],
      'grpc.initial_reconnect_backoff_ms': reconnectMs.initial,
      'grpc.min_reconnect_backoff_ms': reconnectMs.initial,
      'grpc.max_reconnect_backoff_ms': reconnectMs.max,
      'grpc.enable_http_proxy': 0,
      'grpc.dns_min_time_between_resolutions_ms': resolveMsMin,
      ...(isOfSeveral(options.address) && { 'grpc.service_config': spreading }),
    },
  );
}

function attachCredential(secret: Secret): Interceptor {
  return (callOptions, nextCall) =>
    new InterceptingCall(nextCall(callOptions), {
      start: (metadata, listener, next) => {
        metadata.set(metadataNames.service, secret.reveal());
        next(metadata, listener);
      },
    });
}

export type UnaryClientMethod<Req, Res> = (
  request: Req,
  metadata: Metadata,
  options: Partial<CallOptions>,
  callback: (error: ServiceError | null, response: Res) => void,
) => Pick<ClientUnaryCall, 'cancel'>;

export interface CallUnaryOptions {
  readonly deadlineMs: number;
  readonly requestId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Does no more when it is repeated, as after a stall of this process. */
  readonly isRead?: boolean;
}

/** A deadline that is noticed this late means a stall: a busy event loop is not as late. */
const stallMsMin = 250;

/**
 * One call with a deadline. Rejects with an AppError only. A read whose deadline passed because
 * this process (or the whole machine) stood still is repeated once: the neighbour may be healthy.
 */
export async function callUnary<Req, Res>(
  method: UnaryClientMethod<Req, Res>,
  request: Req,
  options: CallUnaryOptions,
): Promise<Res> {
  const dueMs = performance.now() + options.deadlineMs;
  try {
    return await callOnce(method, request, options);
  } catch (error) {
    const wasStalled = performance.now() - dueMs >= stallMsMin;
    if (!options.isRead || !wasStalled || !AppError.is(error, 'timeout')) throw error;
    return callOnce(method, request, options);
  }
}

function callOnce<Req, Res>(
  method: UnaryClientMethod<Req, Res>,
  request: Req,
  options: CallUnaryOptions,
): Promise<Res> {
  return new Promise((resolve, reject) => {
    const metadata = new Metadata();
    const requestId = options.requestId || findRequestId();
    if (requestId) metadata.set(metadataNames.requestId, requestId);
    const traceParent = findActiveSpan()?.traceParent;
    if (traceParent !== undefined) metadata.set(metadataNames.trace, traceParent);
    const abort = (): void => call.cancel();
    const call = method(
      request,
      metadata,
      { deadline: Date.now() + options.deadlineMs },
      (error, response) => {
        options.signal?.removeEventListener('abort', abort);
        if (error === null) resolve(response);
        else reject(decodeError(error));
      },
    );
    if (options.signal?.aborted) abort();
    else options.signal?.addEventListener('abort', abort, { once: true });
  });
}
