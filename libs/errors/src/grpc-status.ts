/** gRPC status numbers, named here so that no gRPC package is needed. */
const grpc = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

const grpcByHttp: Readonly<Record<number, number>> = {
  400: grpc.invalidArgument,
  401: grpc.unauthenticated,
  402: grpc.resourceExhausted,
  403: grpc.permissionDenied,
  404: grpc.notFound,
  409: grpc.failedPrecondition,
  410: grpc.failedPrecondition,
  413: grpc.invalidArgument,
  429: grpc.resourceExhausted,
  502: grpc.unavailable,
  503: grpc.unavailable,
  504: grpc.deadlineExceeded,
};

export function mapHttpStatusToGrpc(status: number): number {
  return grpcByHttp[status] ?? grpc.internal;
}
