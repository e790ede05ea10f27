import type { Logger } from '@tollgate/observability';
import type { Part } from './lifecycle';
import { alignDelayMs } from './shared-beat';

export interface RepeatingPart extends Part {
  /** Runs the job now instead of at its time; one that is running is followed by another run. */
  wake(): void;
}

interface RepeatingPartOptions {
  readonly name: string;
  readonly intervalMs: number;
  /** Before the first run; at once when left out. */
  readonly firstDelayMs?: number;
  /** Between being woken and the run; none when left out. */
  readonly wakeDelayMs?: number;
  readonly run: () => Promise<void>;
  readonly logger: Logger;
}

/** Runs a job again and again, never twice at once; a failure is logged and tried next time. */
export function createRepeatingPart(options: RepeatingPartOptions): RepeatingPart {
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
          if (state !== 'stopped') schedule(isWoken ? wakeDelayMs : alignDelayMs(intervalMs));
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

/** The same for a job that returns how many things it did: when there were any, it is logged. */
export function createCountingPart(
  options: Omit<RepeatingPartOptions, 'run'> & {
    readonly run: () => Promise<number>;
    /** The log entry, and its field that has the count. */
    readonly message: string;
    readonly unit: string;
  },
): RepeatingPart {
  const { message, run, unit, ...rest } = options;
  return createRepeatingPart({
    ...rest,
    run: async () => {
      const count = await run();
      if (count > 0) options.logger.info(message, { [unit]: count });
    },
  });
}
