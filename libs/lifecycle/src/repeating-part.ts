import type { Logger } from '@tollgate/observability';
import type { Part } from './lifecycle';

export interface RepeatingPart extends Part {
  /** Runs the job now instead of at its time; one that is running is followed by another run. */
  wake(): void;
}

/** Runs a job again and again, never twice at once; a failure is logged and tried next time. */
export function createRepeatingPart(options: {
  readonly name: string;
  readonly intervalMs: number;
  /** Before the first run; at once when left out. */
  readonly firstDelayMs?: number;
  readonly run: () => Promise<void>;
  readonly logger: Logger;
}): RepeatingPart {
  const { firstDelayMs = 0, intervalMs, logger, name, run } = options;
  let state: 'stopped' | 'waiting' | 'running' | 'woken' = 'stopped';
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const schedule = (delayMs: number): void => {
    state = 'waiting';
    clearTimeout(timer);
    timer = setTimeout(() => {
      state = 'running';
      running = run()
        .catch((error: unknown) => logger.warn('job failed', { job: name, error }))
        .finally(() => {
          if (state !== 'stopped') schedule(state === 'woken' ? 0 : intervalMs);
        });
    }, delayMs);
  };
  return {
    name,
    start: () => schedule(firstDelayMs),
    stop: async () => {
      state = 'stopped';
      clearTimeout(timer);
      await running;
    },
    wake: () => {
      if (state === 'waiting') schedule(0);
      else if (state === 'running') state = 'woken';
    },
  };
}
