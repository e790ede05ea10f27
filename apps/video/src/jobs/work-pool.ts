import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';

export interface WorkPool extends Part {
  /** Looks for work now instead of at its time. */
  wake(): void;
}

export interface WorkPoolOptions<T> {
  readonly name: string;
  /** Tasks that run in parallel. */
  readonly parallelMax: number;
  readonly lookEveryMs: number;
  /** Takes at most so many pieces, those that wait longest first. */
  readonly claim: (piecesMax: number) => Promise<readonly T[]>;
  readonly run: (piece: T) => Promise<void>;
  readonly logger: Logger;
}

/** Tasks are claimed when this share of the pool is idle: a claim per task would be too many. */
const idleShareMin = 1 / 4;

/**
 * Runs many tasks in parallel. A slow task occupies only its own place: free places are filled
 * again as long as there is more work.
 */
export function createWorkPool<T>(options: WorkPoolOptions<T>): WorkPool {
  const { logger, lookEveryMs, name, parallelMax } = options;
  const running = new Set<Promise<void>>();
  let isStopped = true;
  let looking: Promise<void> | undefined;
  let isMore = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;

  function begin(piece: T): void {
    const work = options
      .run(piece)
      .catch((error: unknown) => logger.warn('work failed', { pool: name, error }))
      .finally(() => {
        running.delete(work);
        if (isMore && running.size <= parallelMax * (1 - idleShareMin)) look();
      });
    running.add(work);
  }

  async function fill(): Promise<void> {
    const free = parallelMax - running.size;
    if (free === 0) return;
    const pieces = await options.claim(free);
    isMore = pieces.length === free;
    pieces.forEach(begin);
  }

  function look(): void {
    if (isStopped) return;
    if (looking !== undefined) {
      isWoken = true;
      return;
    }
    clearTimeout(timer);
    isWoken = false;
    looking = fill()
      .catch((error: unknown) => logger.warn('no work could be claimed', { pool: name, error }))
      .finally(() => {
        looking = undefined;
        if (!isStopped) timer = setTimeout(look, isWoken ? 0 : lookEveryMs);
      });
  }

  return {
    name,
    start: () => {
      isStopped = false;
      look();
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(running);
    },
    wake: look,
  };
}
