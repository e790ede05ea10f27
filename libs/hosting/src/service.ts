import type { RequestListener } from 'node:http';
import type {
  ConfigDefinition,
  Environment,
  ServerSettings,
  TracingSettings,
} from '@tollgate/config';
import { createLifecycle, type Lifecycle, type ServiceSettings } from '@tollgate/lifecycle';
import { createLogger, type Logger } from '@tollgate/observability';
import type { LocalServer, LocalServices } from '@tollgate/rpc';
import { createTracer, describeRequest, type RunningTracer } from '@tollgate/tracing';

/** How services of one process reach each other: by `local:` and the name of the service. */
export interface Local {
  readonly grpc: LocalServices;
  readonly http: Map<string, RequestListener>;
}

/** The servers of a running service that its neighbours in the process use. */
export interface Servers {
  readonly http?: { readonly handle: RequestListener };
  readonly grpc?: LocalServer;
}

export interface ServiceDefinition<Config, Neighbours> {
  readonly config: ConfigDefinition<Config>;
  /** Creates the clients of other services; they are closed when every part has stopped. */
  readonly connectNeighbours: (config: Config, logger: Logger, local: Local) => Neighbours;
  /** Resolves when every part has started. `directory` has the files that the build put there. */
  readonly start: (
    settings: ServiceSettings<Config>,
    neighbours: Neighbours,
    directory: string,
  ) => Promise<Servers>;
  /** Left out by services without a schema. */
  readonly migrate?: Migrate;
}

/** Applies the migrations of a service; throws a ConfigError that names all faults. */
export type Migrate = (hosting: Pick<Hosting, 'environment' | 'directory'>) => Promise<void>;

/** What the host of a service decides. */
export interface Hosting {
  readonly environment: Environment;
  readonly local: Local;
  readonly directory: string;
}

/** A service that runs alone or beside others in one process. */
export interface Service {
  readonly name: string;
  /** Reads the settings; throws a ConfigError that names all faults. */
  prepare(hosting: Hosting): PreparedService;
  readonly migrate?: Migrate;
}

export interface PreparedService {
  readonly name: string;
  readonly logger: Logger;
  /** Resolves when the service is ready. */
  start(): Promise<void>;
  /** Drains the service; takes at most `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

/** Every service has these settings; one that does not trace leaves `tracing` out. */
export interface HostedConfig extends Pick<ServerSettings, 'logLevel'> {
  readonly tracing?: TracingSettings | undefined;
}

export function defineService<Config extends HostedConfig, Neighbours extends { close(): void }>(
  definition: ServiceDefinition<Config, Neighbours>,
): Service {
  const { name } = definition.config;
  return {
    name,
    ...(definition.migrate === undefined ? {} : { migrate: definition.migrate }),
    prepare: (hosting) => {
      const config = definition.config.load(hosting.environment);
      const logger = createLogger({ service: name, level: config.logLevel, describeRequest });
      const lifecycle = createLifecycle({ logger });
      return { name, logger, ...run(definition, hosting, { config, logger, lifecycle }) };
    },
  };
}

function run<Config extends HostedConfig, Neighbours extends { close(): void }>(
  definition: ServiceDefinition<Config, Neighbours>,
  { directory, local }: Hosting,
  settings: ServiceSettings<Config> & { readonly lifecycle: Lifecycle },
): Pick<PreparedService, 'start' | 'stop'> {
  const { config, lifecycle, logger } = settings;
  const { name: service } = definition.config;
  let neighbours: Neighbours | undefined;
  let tracing: RunningTracer | undefined;
  return {
    start: async () => {
      tracing = await createTracer({ service, settings: config.tracing, logger });
      neighbours = definition.connectNeighbours(config, logger, local);
      const traced = { ...settings, tracer: tracing.tracer };
      const { grpc, http } = await definition.start(traced, neighbours, directory);
      const address = makeLocalAddress(service);
      if (grpc !== undefined) local.grpc.add(address, grpc);
      if (http !== undefined) local.http.set(address, http.handle);
    },
    stop: async (limitMs) => {
      await lifecycle.stop(limitMs);
      neighbours?.close();
      await tracing?.stop();
    },
  };
}

/** Stands in the settings of a service where an address of another process would stand. */
export function makeLocalAddress(service: string): string {
  return `local:${service}`;
}
