import { SettingError } from '@tollgate/config';
import type { Logger } from '@tollgate/observability';

/** A thing that is started in order and stopped in reverse order. */
export interface Part {
  readonly name: string;
  start?(): Promise<void> | void;
  /** Must end by itself; it is given up when its time is over. */
  stop?(): Promise<void> | void;
}

export interface LifecycleOptions {
  readonly logger: Logger;
}

export interface Lifecycle {
  /** To be called once, with all parts of the service in the order in which they start. */
  start(parts: readonly Part[]): Promise<void>;
  /** Takes at most `limitMs`, whatever its parts do. */
  stop(limitMs?: number): Promise<void>;
  /** Every part has started, and none is stopping. */
  readonly isReady: () => boolean;
}

/** A service or a whole process stops within this time. */
export const stopMsMax = 30_000;

/** A part that does not end leaves the rest of the time to the parts after it. */
const shareOfPart = 0.9;

/** How much of the time that is left one of several steps of a stop may take. */
export function limitStopStep(deadlineMs: number): number {
  return Math.max(1, (deadlineMs - Date.now()) * shareOfPart);
}

/**
 * config -> stores -> consumers -> servers -> ready, and back again in reverse. A part that fails
 * to start stops what was started before it, so that a half-started process never lingers.
 */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { logger } = options;
  const started: Part[] = [];
  let isReady = false;
  let stopping: Promise<void> | undefined;

  async function start(parts: readonly Part[]): Promise<void> {
    for (const part of parts) {
      try {
        await part.start?.();
      } catch (error) {
        // The host prints a fault of a setting as one line.
        if (!(error instanceof SettingError)) {
          logger.error('part failed to start', { part: part.name, error });
        }
        await stop();
        throw error;
      }
      started.push(part);
    }
    isReady = true;
    logger.info('service ready', { parts: parts.map((part) => part.name) });
  }

  async function stopAll(limitMs: number): Promise<void> {
    isReady = false;
    const deadlineMs = Date.now() + limitMs;
    for (const part of started.splice(0).reverse()) {
      await stopPart(part, limitStopStep(deadlineMs));
    }
    logger.info('service stopped');
  }

  async function stopPart(part: Part, limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<'expired'>((resolve) => {
      timer = setTimeout(() => resolve('expired'), limitMs);
    });
    try {
      const outcome = await Promise.race([Promise.resolve(part.stop?.()), expired]);
      if (outcome === 'expired')
        logger.warn('part did not stop in time', { part: part.name, limitMs: Math.round(limitMs) });
    } catch (error) {
      logger.error('part failed to stop', { part: part.name, error });
    } finally {
      clearTimeout(timer);
    }
  }

  function stop(limitMs = stopMsMax): Promise<void> {
    stopping ??= stopAll(limitMs);
    return stopping;
  }

  return { start, stop, isReady: () => isReady };
}
