import { tracedHeader, traceHeader } from '@tollgate/tracing';

/** Carries the signed identity of the caller from the edge to a service. */
export const identityHeader = 'x-tollgate-identity';

/**
 * Headers the edge sets on every proxied request without a signature, because they change with
 * each request and a signature over them could not be reused. The edge overwrites what a client
 * sent under these names; only logs, limits and traces may depend on them.
 */
export const unsignedHeaders = {
  clientIp: 'x-tollgate-client-ip',
  requestId: 'x-request-id',
  trace: traceHeader,
  traced: tracedHeader,
} as const;
