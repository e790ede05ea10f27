import {
  Server,
  ServerCredentials,
  status as grpcStatus,
  type handleUnaryCall,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import type { Secret } from '@tollgate/config';
import {
  HealthCheckResponse_ServingStatus as ServingStatus,
  HealthService,
  type HealthServer,
} from '@tollgate/contracts';
import type { Part } from '@tollgate/lifecycle';
import { secondsBuckets, type Logger, type Metrics } from '@tollgate/observability';
import { createCredentialCheck } from './service-credential';
import { unaryHandler } from './unary-handler';

export interface GrpcService {
  readonly definition: ServiceDefinition;
  readonly implementation: UntypedServiceImplementation;
}

export interface GrpcPartOptions {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly services: readonly GrpcService[];
  readonly serviceSecret: Secret;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface GrpcPart extends Part {
  readonly address: () => { readonly port: number };
}

type UnaryMethod = handleUnaryCall<unknown, unknown>;

const shutdownMsMax = 5_000;

/** A gRPC server: health for probes, the service credential on everything else, drained on stop. */
export function createGrpcPart(options: GrpcPartOptions): GrpcPart {
  const server = new Server({ 'grpc.max_connection_age_grace_ms': shutdownMsMax });
  const guard = createGuard(options);
  for (const { definition, implementation } of options.services) {
    server.addService(definition, guard(definition, implementation));
  }
  let isServing = false;
  const health: HealthServer = {
    check: unaryHandler(async () => ({
      status: isServing ? ServingStatus.SERVING : ServingStatus.NOT_SERVING,
    })),
  };
  server.addService(HealthService, health);

  let boundPort = options.port;
  return {
    name: options.name,
    address: () => ({ port: boundPort }),
    start: async () => {
      boundPort = await bind(server, `${options.host}:${options.port}`);
      isServing = true;
      options.logger.info('grpc server listening', { part: options.name, port: boundPort });
    },
    stop: () => {
      isServing = false;
      return shutDown(server);
    },
  };
}

/** Wraps every method: calls without the credential are refused, the others counted and logged. */
function createGuard(
  options: GrpcPartOptions,
): (
  definition: ServiceDefinition,
  implementation: UntypedServiceImplementation,
) => UntypedServiceImplementation {
  const isTrusted = createCredentialCheck(options.serviceSecret);
  const duration = options.metrics.histogram(
    'rpc_server_duration_seconds',
    'Duration of gRPC calls by method and status',
    secondsBuckets,
    ['method', 'status'],
  );

  function guardMethod(path: string, handle: UnaryMethod): UnaryMethod {
    return (call, callback) => {
      const stop = duration.startTimer({ method: path });
      const answer: sendUnaryData<unknown> = (error, ...rest) => {
        const code = error === null ? grpcStatus.OK : (error.code ?? grpcStatus.UNKNOWN);
        stop({ status: grpcStatus[code] });
        if (code === grpcStatus.INTERNAL) {
          options.logger.error('rpc failed', { method: path, error });
        }
        callback(error, ...rest);
      };
      if (isTrusted(call.metadata)) handle(call, answer);
      else refuse(call, answer, path, options.logger);
    };
  }

  return (definition, implementation) => {
    const methods = Object.entries(definition).map(([name, method]) => {
      if (method.requestStream || method.responseStream) {
        throw new Error(`${method.path}: only unary methods are supported`);
      }
      return [name, guardMethod(method.path, implementation[name] as UnaryMethod)] as const;
    });
    return Object.fromEntries(methods);
  };
}

function refuse(
  call: ServerUnaryCall<unknown, unknown>,
  answer: sendUnaryData<unknown>,
  method: string,
  logger: Logger,
): void {
  logger.warn('rpc without service credential', { method, peer: call.getPeer() });
  answer({ code: grpcStatus.UNAUTHENTICATED, details: 'service credential required' });
}

function bind(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
}

function shutDown(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, shutdownMsMax);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
