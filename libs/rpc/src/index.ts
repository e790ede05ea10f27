export { createGrpcPart, type GrpcPart, type GrpcService } from './grpc-part';
export { unaryHandler } from './unary-handler';
export { callUnary, createGrpcClient, type GrpcClientOptions } from './grpc-client';
export { createPromiseClient } from './promise-client';
export { LocalServices, type LocalServer } from './local-services';
