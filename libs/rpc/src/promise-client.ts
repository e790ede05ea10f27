import type {
  CallOptions,
  Client,
  ClientUnaryCall,
  Metadata,
  ServiceDefinition,
  ServiceError,
} from '@grpc/grpc-js';
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

/** Methods with these names may be repeated: they read, or copy what is missing elsewhere. */
const readName = /^(?:get|list|count|load|authenticate)/;

/** A client with a deadline for each method; a call may set a different one. */
export function createPromiseClient<C extends Client, Name extends MethodName<C>>(
  constructor: ClientConstructor<C>,
  options: GrpcClientOptions,
  deadlinesMs: Readonly<Record<Name, number>>,
): PromiseClient<C, Name> {
  const client = createGrpcClient(constructor, options);
  const methods = Object.entries<number>(deadlinesMs).map(([name, defaultMs]) => {
    const method = chooseMethod(client, name, options);
    const isRead = readName.test(name);
    const call = (request: unknown, { deadlineMs, ...rest }: Partial<CallUnaryOptions> = {}) =>
      callUnary(method, request, { isRead, ...rest, deadlineMs: deadlineMs ?? defaultMs });
    return [name, call] as const;
  });
  const calls = Object.fromEntries(methods) as { [K in Name]: PromiseMethod<C[K]> };
  return { ...calls, close: () => client.close() };
}

/** A server of this process may be added after its clients were created. */
function chooseMethod<C extends Client>(
  client: C,
  name: string,
  { address, local }: GrpcClientOptions,
): UnaryClientMethod<unknown, unknown> {
  const remote = (client[name as keyof C] as UnaryClientMethod<unknown, unknown>).bind(client);
  if (local === undefined) return remote;
  const { service } = client.constructor as unknown as { service: ServiceDefinition };
  const path = service[name]?.path ?? '';
  return (...call) => (local.findMethod(address, path) ?? remote)(...call);
}
