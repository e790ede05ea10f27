import {
  ConfigError,
  SettingError,
  type ConfigDefinition,
  type Environment,
} from '@tollgate/config';
import { limitStopStep, stopMsMax } from '@tollgate/lifecycle';
import { shareProcessMetrics, type Logger } from '@tollgate/observability';
import { LocalServices } from '@tollgate/rpc';
import { migrateServices, readCommand } from './migrate-services';
import { makeServiceEnvironment } from './service-environment';
import type { Local, PreparedService, Service } from './service';

/** What `main.ts` hands over of its process, so that this file can be tested without one. */
export interface HostProcess {
  readonly env: Environment;
  /** Node, the program, and its arguments; none when left out. */
  readonly argv?: readonly string[];
  readonly stderr: { write(text: string): unknown };
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  exit(code: number): unknown;
}

export interface RunServicesOptions {
  readonly host: HostProcess;
  /** Where the build put the files of a service. */
  readonly directoryOf: (service: string) => string;
  /** All services together stop within this time; 30 seconds when left out. */
  readonly stopMsMax?: number | undefined;
}

/** The whole of a `main.ts`: one service with a process of its own. */
export function runService(
  service: Service,
  { directory, host }: { readonly host: HostProcess; readonly directory: string },
): void {
  runServices([service], { host, directoryOf: () => directory });
}

/**
 * Runs the command that the program was given: serves by default, or only migrates. An unknown
 * command ends the process with 2.
 */
export function runServices(services: readonly Service[], options: RunServicesOptions): void {
  const { host } = options;
  const command = readCommand(host);
  if (command === undefined) {
    host.exit(unknownCommand);
  } else if (command === 'migrate') {
    void migrateServices(services, options).then((isDone) => host.exit(isDone ? 0 : 1));
  } else {
    serve(services, options);
  }
}

const unknownCommand = 2;

/**
 * Starts services in one process, drains them on SIGTERM or SIGINT in the opposite order, exits
 * with 0, or with 1 after a failure of any of them. A second signal ends the process at once.
 */
function serve(services: readonly Service[], options: RunServicesOptions): void {
  const { host } = options;
  const prepared = prepareAll(services, options);
  if (prepared === undefined) {
    host.exit(1);
    return;
  }
  shareProcessMetrics(prepared.map(({ name }) => name));
  const log: Logger['info'] = (...line) => prepared.forEach(({ logger }) => logger.info(...line));
  const logError: Logger['error'] = (...line) =>
    prepared.forEach(({ logger }) => logger.error(...line));
  let isStopping = false;
  const shutDown = (reason: string, code: number): void => {
    if (isStopping) return;
    isStopping = true;
    log('service stopping', { reason });
    void stopAll(prepared, options.stopMsMax).finally(() => host.exit(code));
  };
  let signals = 0;
  const onSignal = (signal: string): void => {
    signals += 1;
    shutDown(signal, 0);
    if (signals === 1) return;
    log('ended by a second signal', { reason: signal });
    host.exit(1);
  };
  host.on('SIGTERM', () => onSignal('SIGTERM'));
  host.on('SIGINT', () => onSignal('SIGINT'));
  host.on('uncaughtException', (error) => {
    logError('uncaught exception', { error });
    shutDown('uncaughtException', 1);
  });
  host.on('unhandledRejection', (error) => {
    logError('unhandled rejection', { error });
    shutDown('unhandledRejection', 1);
  });
  for (const service of prepared) {
    service.start().catch((error: unknown) => {
      if (error instanceof SettingError) {
        host.stderr.write(`${new ConfigError(service.name, [error.message]).message}\n`);
      } else {
        service.logger.error('service failed to start', { error });
      }
      shutDown('failed start', 1);
    });
  }
}

/**
 * The last service first, which is the edge: it takes no more requests and waits for the running
 * ones, whose answers need its neighbours. One that does not end leaves time to those after it.
 */
async function stopAll(prepared: readonly PreparedService[], limitMs = stopMsMax): Promise<void> {
  const deadlineMs = Date.now() + limitMs;
  for (const service of prepared.toReversed()) await service.stop(limitStopStep(deadlineMs));
}

/** Undefined when the settings of one service have a fault; all faults of all are printed. */
function prepareAll(
  services: readonly Service[],
  { directoryOf, host }: RunServicesOptions,
): readonly PreparedService[] | undefined {
  const local: Local = { grpc: new LocalServices(), http: new Map() };
  const names = services.map(({ name }) => name);
  const prepared = services.map((service) =>
    printFaults(host, () =>
      service.prepare({
        environment: makeServiceEnvironment(host.env, service.name, names),
        local,
        directory: directoryOf(service.name),
      }),
    ),
  );
  return prepared.every((service) => service !== undefined) ? prepared : undefined;
}

/** Undefined when the settings have faults; they are printed. */
export function loadConfig<Config>(
  definition: ConfigDefinition<Config>,
  environment: Environment,
  host: Pick<HostProcess, 'stderr'>,
): Config | undefined {
  return printFaults(host, () => definition.load(environment));
}

function printFaults<Value>(
  { stderr }: Pick<HostProcess, 'stderr'>,
  load: () => Value,
): Value | undefined {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    stderr.write(`${error.message}\n`);
    return undefined;
  }
}
