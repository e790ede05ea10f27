import type { Logger } from '@tollgate/observability';
import { createLifecycle, type Lifecycle } from './lifecycle';

/** What `main.ts` hands over of its process, so that this file can be tested without one. */
export interface HostProcess {
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  exit(code: number): unknown;
}

export interface RunServiceOptions {
  readonly logger: Logger;
  readonly host: HostProcess;
  readonly start: (lifecycle: Lifecycle) => Promise<unknown>;
  /** Called when every part has stopped, before the exit. */
  readonly onStopped?: () => void;
}

/** Starts a service, drains it on SIGTERM or SIGINT, exits with 0, or with 1 after a failure. */
export async function runService(options: RunServiceOptions): Promise<void> {
  const { logger, host, onStopped, start } = options;
  const lifecycle = createLifecycle({ logger });

  const stop = async (code: number): Promise<void> => {
    await lifecycle.stop();
    onStopped?.();
    host.exit(code);
  };
  const shutDown = (reason: string, code: number): void => {
    logger.info('service stopping', { reason });
    void stop(code);
  };
  host.on('SIGTERM', () => shutDown('SIGTERM', 0));
  host.on('SIGINT', () => shutDown('SIGINT', 0));
  host.on('uncaughtException', (error) => {
    logger.error('uncaught exception', { error });
    shutDown('uncaughtException', 1);
  });
  host.on('unhandledRejection', (error) => {
    logger.error('unhandled rejection', { error });
    shutDown('unhandledRejection', 1);
  });

  try {
    await start(lifecycle);
  } catch (error) {
    logger.error('service failed to start', { error });
    await stop(1);
  }
}
