import type { Logger } from '@tollgate/observability';
import type { Part } from './lifecycle';

/** Runs a job again and again, never twice at once; a failure is logged and tried next time. */
export function createRepeatingPart(options: {
  readonly name: string;
  readonly intervalMs: number;
  /** Before the first run; at once when left out. */
  readonly firstDelayMs?: number;
  readonly run: () => Promise<void>;
  readonly logger: Logger;
}): Part {
  const { firstDelayMs = 0, intervalMs, logger, name, run } = options;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const schedule = (delayMs: number): void => {
    timer = setTimeout(() => {
      running = run()
        .catch((error: unknown) => logger.warn('job failed', { job: name, error }))
        .finally(() => {
          if (!isStopped) schedule(intervalMs);
        });
    }, delayMs);
  };
  return {
    name,
    start: () => schedule(firstDelayMs),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
