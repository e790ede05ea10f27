import { ConfigError, type ConfigDefinition, type ServerSettings } from '@tollgate/config';
import { createLogger, type Logger } from '@tollgate/observability';
import type { Lifecycle } from './lifecycle';
import { runService, type HostProcess } from './run-service';

/** What a host gives to every service that it starts; several services may have one host. */
export interface ServiceSettings<Config> {
  readonly config: Config;
  readonly logger: Logger;
  /** Of this service alone: the service starts its parts with it, the host stops them. */
  readonly lifecycle: Pick<Lifecycle, 'start' | 'isReady'>;
}

export interface StartServiceOptions<Config, Neighbours> {
  readonly definition: ConfigDefinition<Config>;
  /** Creates the clients of other services; they are closed when every part has stopped. */
  readonly connectNeighbours: (config: Config, logger: Logger) => Neighbours;
  /** Resolves when every part has started. */
  readonly start: (settings: ServiceSettings<Config>, neighbours: Neighbours) => Promise<unknown>;
  readonly host: HostProcess & {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly stderr: { write(text: string): unknown };
  };
}

/** The whole of a `main.ts`: one service with a process of its own. */
export function startService<
  Config extends Pick<ServerSettings, 'logLevel'>,
  Neighbours extends { close(): void },
>(options: StartServiceOptions<Config, Neighbours>): void {
  const { connectNeighbours, definition, host, start } = options;
  let config: Config;
  try {
    config = definition.load(host.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    host.stderr.write(`${error.message}\n`);
    host.exit(1);
    return;
  }
  const logger = createLogger({ service: definition.name, level: config.logLevel });
  const neighbours = connectNeighbours(config, logger);
  void runService({
    logger,
    host,
    start: (lifecycle) => start({ config, logger, lifecycle }, neighbours),
    onStopped: () => neighbours.close(),
  });
}
