import {
  Server,
  status as grpcStatus,
  type Metadata,
  type ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { explainListenError, type ServiceCredential } from '@tollgate/config';
import {
  HealthCheckResponse_ServingStatus as ServingStatus,
  HealthService,
  type HealthServer,
} from '@tollgate/contracts';
import type { Part } from '@tollgate/lifecycle';
import { secondsBuckets, type Logger, type Metrics } from '@tollgate/observability';
import {
  attributeNames,
  makeRequestScope,
  noTracer,
  runInRequest,
  type Span,
  type Tracer,
} from '@tollgate/tracing';
import { metadataNames } from './header-names';
import { RunningCalls, type LocalServer, type UnaryMethod } from './local-services';
import { createCredentialCheck, readServiceNames } from './service-credential';
import { makeServerCredentials } from './tls-credentials';
import { readText, unaryHandler } from './unary-handler';

export interface GrpcService {
  readonly definition: ServiceDefinition;
  readonly implementation: UntypedServiceImplementation;
  /** The services that may call it. It matters where services have certificates. */
  readonly callers?: readonly string[];
}

export interface GrpcPartOptions {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly services: readonly GrpcService[];
  readonly credential: ServiceCredential;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Left out: nothing is traced. */
  readonly tracer?: Tracer;
}

export interface GrpcPart extends Part, LocalServer {
  readonly address: () => { readonly port: number };
}

const shutdownMsMax = 5_000;

/** A gRPC server: health for probes, the service credential on everything else, drained on stop. */
export function createGrpcPart(options: GrpcPartOptions): GrpcPart {
  const server = new Server({ 'grpc.max_connection_age_grace_ms': shutdownMsMax });
  const measured = measureMethods(options);
  const guard = createGuard(options);
  for (const { callers = [], definition } of options.services) {
    const methods = Object.entries(definition).map(
      ([name, { path }]) => [name, guard(path, callers, findIn(measured, path))] as const,
    );
    server.addService(definition, Object.fromEntries(methods));
  }
  let isServing = false;
  const health: HealthServer = {
    check: unaryHandler(async () => ({
      status: isServing ? ServingStatus.SERVING : ServingStatus.NOT_SERVING,
    })),
  };
  server.addService(HealthService, health);
  measured.set(HealthService.check.path, health.check as UnaryMethod);

  const local = new RunningCalls();
  let boundPort = options.port;
  return {
    name: options.name,
    address: () => ({ port: boundPort }),
    findMethod: (path) => {
      const method = isServing ? measured.get(path) : undefined;
      return method === undefined ? undefined : local.count(method);
    },
    start: async () => {
      const { credential, host, logger, port } = options;
      const credentials = makeServerCredentials(credential, logger);
      const place = { hostSetting: 'BIND_HOST', portSetting: 'GRPC_PORT', host, port };
      boundPort = await bind(server, `${host}:${port}`, credentials).catch((error: Error) => {
        throw explainListenError(error, place);
      });
      isServing = true;
      logger.info('grpc server listening', { part: options.name, port: boundPort });
    },
    stop: async () => {
      isServing = false;
      await Promise.all([shutDown(server), local.drain(shutdownMsMax)]);
    },
  };
}

/** The methods of all services by path; every call is counted, and failures of ours are logged. */
function measureMethods(options: GrpcPartOptions): Map<string, UnaryMethod> {
  const { logger, metrics, services, tracer = noTracer } = options;
  const duration = metrics.histogram(
    'rpc_server_duration_seconds',
    'Duration of gRPC calls by method and status',
    secondsBuckets,
    ['method', 'status'],
  );
  const measure = (path: string, handle: UnaryMethod): UnaryMethod => {
    return (call, callback) => {
      const stop = duration.startTimer({ method: path });
      const requestId = readText(call.metadata, metadataNames.requestId) ?? '';
      const span = startCallSpan(tracer, path, call.metadata);
      const scope = makeRequestScope(requestId, span);
      const answer: typeof callback = (error, ...rest) => {
        const code = error === null ? grpcStatus.OK : (error.code ?? grpcStatus.UNKNOWN);
        stop({ status: grpcStatus[code] });
        if (code === grpcStatus.INTERNAL) {
          logger.error('rpc failed', { requestId, method: path, error });
        }
        span.end(code === grpcStatus.OK ? undefined : grpcStatus[code]);
        scope.isOver = true;
        callback(error, ...rest);
      };
      runInRequest(scope, () => handle(call, answer));
    };
  };
  const entries = services.flatMap(({ definition, implementation }) =>
    Object.entries(definition).map(([name, { path, requestStream, responseStream }]) => {
      if (requestStream || responseStream) throw new Error(`${path}: only unary methods`);
      return [path, measure(path, implementation[name] as UnaryMethod)] as const;
    }),
  );
  return new Map(entries);
}

function startCallSpan(tracer: Tracer, path: string, metadata: Metadata): Span {
  const name = path.slice(1);
  const span = tracer.continueTrace(name, 'server', readText(metadata, metadataNames.trace));
  if (span.isRecorded) {
    span.set({ [attributeNames.rpcSystem]: 'grpc', [attributeNames.rpcMethod]: name });
  }
  return span;
}

function findIn(methods: ReadonlyMap<string, UnaryMethod>, path: string): UnaryMethod {
  const method = methods.get(path);
  if (method === undefined) throw new Error(`${path} has no implementation`);
  return method;
}

/**
 * Calls that come over a connection need the service credential and, where services have
 * certificates, that of a service that may call.
 */
function createGuard({
  credential,
  logger,
}: GrpcPartOptions): (
  path: string,
  callers: readonly string[],
  handle: UnaryMethod,
) => UnaryMethod {
  const isTrusted = createCredentialCheck(credential);
  const hasCertificates = credential.certificates !== undefined;
  return (path, callers, handle) => (call, callback) => {
    const refuse = (code: grpcStatus, details: string, fields: object): void => {
      const requestId = readText(call.metadata, metadataNames.requestId);
      const peer = call.getPeer();
      logger.warn(`rpc refused: ${details}`, { requestId, method: path, peer, ...fields });
      callback({ code, details });
    };
    if (!isTrusted(call.metadata)) {
      refuse(grpcStatus.UNAUTHENTICATED, 'service credential required', {});
      return;
    }
    const certificate = call.getAuthContext().sslPeerCertificate;
    const names = certificate === undefined ? [] : readServiceNames(certificate);
    if (hasCertificates && !names.some((name) => callers.includes(name))) {
      refuse(grpcStatus.PERMISSION_DENIED, 'this service may not call it', { caller: names });
      return;
    }
    handle(call, callback);
  };
}

function bind(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) =>
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
