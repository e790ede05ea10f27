/** Metadata of every inner call; keys ending in -bin carry bytes. */
export const metadataNames = {
  service: 'x-tollgate-service',
  requestId: 'x-request-id',
  trace: 'traceparent',
  errorDetail: 'tollgate-error-bin',
} as const;
