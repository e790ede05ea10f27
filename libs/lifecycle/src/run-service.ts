import type { Logger } from '@tollgate/observability';
import { createLifecycle, type Lifecycle, type Part } from './lifecycle';

/** What `main.ts` hands over of its process, so that this file can be tested without one. */
export interface HostProcess {
  on(event: string, listener: (...values: unknown[]) => void): unknown;
  exit(code: number): unknown;
}

export interface RunServiceOptions {
  readonly logger: Logger;
  readonly host: HostProcess;
  readonly parts: readonly Part[];
  readonly drainMsMax?: number;
  /** Called before the start, so that readiness can query the lifecycle. */
  readonly onLifecycle?: (lifecycle: Lifecycle) => void;
}

/** Starts the parts, drains them on SIGTERM or SIGINT, exits with 0, or with 1 after a failure. */
export async function runService(options: RunServiceOptions): Promise<void> {
  const { logger, host } = options;
  const lifecycle = createLifecycle(options);
  options.onLifecycle?.(lifecycle);

  const shutDown = (reason: string, code: number): void => {
    logger.info('service stopping', { reason });
    void lifecycle.stop().then(() => host.exit(code));
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
    await lifecycle.start();
  } catch {
    // The lifecycle has already logged which part failed, and stopped the others.
    host.exit(1);
  }
}
