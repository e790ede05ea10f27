import { tracedHeader, traceHeader } from '@tollgate/tracing';

/** Carries the signed identity of the caller from the edge to a service. */
export const identityHeader = 'x-tollgate-identity';

/** Binds the signed identity to one request, see RequestSeal. */
export const sealHeader = 'x-tollgate-seal';

/**
 * Headers the edge sets on every proxied request without a signature. The edge overwrites what a
 * client sent under these names; only logs, limits and traces may depend on them.
 */
export const unsignedHeaders = {
  clientIp: 'x-tollgate-client-ip',
  requestId: 'x-request-id',
  trace: traceHeader,
  traced: tracedHeader,
} as const;
