import { ConfigError, type ConfigDefinition, type ServerSettings } from '@tollgate/config';
import { createLogger, type Logger } from '@tollgate/observability';
import type { Lifecycle, Part } from './lifecycle';
import { runService, type HostProcess } from './run-service';

/** What a composition root is given. */
export interface ServiceContext<Config> {
  readonly config: Config;
  readonly logger: Logger;
  /** Every part has started, and none is stopping. */
  readonly isReady: () => boolean;
}

export interface StartServiceOptions<Config> {
  readonly definition: ConfigDefinition<Config>;
  readonly wire: (context: ServiceContext<Config>) => { readonly parts: readonly Part[] };
  readonly host: HostProcess & {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly stderr: { write(text: string): unknown };
  };
}

/** The whole of a `main.ts`: read the settings, wire the parts, run them until the end. */
export function startService<Config extends Pick<ServerSettings, 'logLevel'>>(
  options: StartServiceOptions<Config>,
): void {
  const { definition, host, wire } = options;
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
  let lifecycle: Lifecycle | undefined;
  const { parts } = wire({ config, logger, isReady: () => lifecycle?.isReady() ?? false });
  const onLifecycle = (created: Lifecycle): void => {
    lifecycle = created;
  };
  void runService({ logger, host, parts, onLifecycle });
}
