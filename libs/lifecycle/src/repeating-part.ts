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
  /** Between being woken and the run; none when left out. */
  readonly wakeDelayMs?: number;
  readonly run: () => Promise<void>;
  readonly logger: Logger;
}): RepeatingPart {
  const { firstDelayMs = 0, intervalMs, logger, name, run, wakeDelayMs = 0 } = options;
  let state: 'stopped' | 'waiting' | 'running' = 'stopped';
  /** Whether the run that waits, or the one after this run, comes early. */
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const schedule = (delayMs: number): void => {
    state = 'waiting';
    clearTimeout(timer);
    timer = setTimeout(() => {
      state = 'running';
      isWoken = false;
      running = run()
        .catch((error: unknown) => logger.warn('job failed', { job: name, error }))
        .finally(() => {
          if (state !== 'stopped') schedule(isWoken ? wakeDelayMs : intervalMs);
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
      // The first wake counts: a run that every wake delayed again would never start.
      if (isWoken || state === 'stopped') return;
      isWoken = true;
      if (state === 'waiting') schedule(wakeDelayMs);
    },
  };
}
