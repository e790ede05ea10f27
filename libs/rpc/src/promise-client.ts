import type { CallOptions, Client, ClientUnaryCall, Metadata, ServiceError } from '@grpc/grpc-js';
import {
  callUnary,
  createGrpcClient,
  type CallUnaryOptions,
  type ClientConstructor,
  type GrpcClientOptions,
  type UnaryClientMethod,
} from './grpc-client';

type PromiseMethod<Method> = Method extends (
  request: infer Req,
  metadata: Metadata,
  options: Partial<CallOptions>,
  callback: (error: ServiceError | null, response: infer Res) => void,
) => ClientUnaryCall
  ? (request: Req, options?: Partial<CallUnaryOptions>) => Promise<Res>
  : never;

type MethodName<C> = Exclude<keyof C, keyof Client> & string;

/** The methods of a generated client as promises that reject with an AppError only. */
export type PromiseClient<C, Name extends MethodName<C>> = {
  readonly [K in Name]: PromiseMethod<C[K]>;
} & { readonly close: () => void };

/** Methods with these names have no side effects. */
const readName = /^(?:get|list|count|authenticate)/;

/** A client with a deadline for each method; a call may set a different one. */
export function createPromiseClient<C extends Client, Name extends MethodName<C>>(
  constructor: ClientConstructor<C>,
  options: GrpcClientOptions,
  deadlinesMs: Readonly<Record<Name, number>>,
): PromiseClient<C, Name> {
  const client = createGrpcClient(constructor, options);
  const methods = Object.entries<number>(deadlinesMs).map(([name, defaultMs]) => {
    const method = (client[name as Name] as UnaryClientMethod<unknown, unknown>).bind(client);
    const isRead = readName.test(name);
    const call = (request: unknown, { deadlineMs, ...rest }: Partial<CallUnaryOptions> = {}) =>
      callUnary(method, request, { isRead, ...rest, deadlineMs: deadlineMs ?? defaultMs });
    return [name, call] as const;
  });
  const calls = Object.fromEntries(methods) as { [K in Name]: PromiseMethod<C[K]> };
  return { ...calls, close: () => client.close() };
}
