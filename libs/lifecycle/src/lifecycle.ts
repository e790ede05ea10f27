import type { Logger } from '@tollgate/observability';

/** A thing that is started in order and stopped in reverse order. */
export interface Part {
  readonly name: string;
  start?(): Promise<void> | void;
  /** Must end by itself; it is given up after the drain limit. */
  stop?(): Promise<void> | void;
}

export interface LifecycleOptions {
  readonly logger: Logger;
  readonly drainMsMax?: number;
}

export interface Lifecycle {
  /** To be called once, with all parts of the service in the order in which they start. */
  start(parts: readonly Part[]): Promise<void>;
  stop(): Promise<void>;
  /** Every part has started, and none is stopping. */
  readonly isReady: () => boolean;
}

const drainMsDefault = 30_000;

/**
 * config -> stores -> consumers -> servers -> ready, and back again in reverse. A part that fails
 * to start stops what was started before it, so that a half-started process never lingers.
 */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { logger } = options;
  const drainMsMax = options.drainMsMax ?? drainMsDefault;
  const started: Part[] = [];
  let isReady = false;
  let stopping: Promise<void> | undefined;

  async function start(parts: readonly Part[]): Promise<void> {
    for (const part of parts) {
      try {
        await part.start?.();
      } catch (error) {
        logger.error('part failed to start', { part: part.name, error });
        await stop();
        throw error;
      }
      started.push(part);
    }
    isReady = true;
    logger.info('service ready', { parts: parts.map((part) => part.name) });
  }

  async function stopAll(): Promise<void> {
    isReady = false;
    const deadline = Date.now() + drainMsMax;
    for (const part of started.splice(0).reverse()) {
      await stopPart(part, Math.max(1, deadline - Date.now()));
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
        logger.warn('part did not stop in time', { part: part.name, limitMs });
    } catch (error) {
      logger.error('part failed to stop', { part: part.name, error });
    } finally {
      clearTimeout(timer);
    }
  }

  function stop(): Promise<void> {
    stopping ??= stopAll();
    return stopping;
  }

  return { start, stop, isReady: () => isReady };
}
