export { createGrpcPart, type GrpcPart, type GrpcPartOptions, type GrpcService } from './grpc-part';
export { unaryHandler, type CallContext, type UnaryFunction } from './unary-handler';
export {
  callUnary,
  createGrpcClient,
  type CallUnaryOptions,
  type GrpcClientOptions,
} from './grpc-client';
export { createPromiseClient, type PromiseClient } from './promise-client';
