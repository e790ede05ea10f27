import { alignDelayMs, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';

export interface WorkPool extends Part {
  /** Looks for work now instead of at its time, and more often for a while. */
  wake(): void;
}

export interface WorkPoolOptions<T> {
  readonly name: string;
  /** Tasks that run in parallel. */
  readonly parallelMax: number;
  /** While there is work, and for thirty times as long after it; five times as rarely otherwise. */
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
  const pace = new LookPace(lookEveryMs);
  let timer: NodeJS.Timeout | undefined;

  function begin(piece: T): void {
    const onFailure = (error: unknown): void => logger.warn('work failed', { pool: name, error });
    const onEnd = (): void => {
      running.delete(work);
      if (isMore && running.size <= parallelMax * (1 - idleShareMin)) look();
    };
    const work = options.run(piece).catch(onFailure).finally(onEnd);
    running.add(work);
  }

  async function fill(): Promise<void> {
    const free = parallelMax - running.size;
    if (free === 0) return;
    const pieces = await options.claim(free);
    isMore = pieces.length === free;
    pace.note(pieces.length);
    pieces.forEach(begin);
  }

  function look(): void {
    isWoken = looking !== undefined;
    if (isStopped || isWoken) return;
    clearTimeout(timer);
    looking = fill()
      .catch((error: unknown) => logger.warn('no work could be claimed', { pool: name, error }))
      .finally(() => {
        looking = undefined;
        if (!isStopped) timer = setTimeout(look, isWoken ? 0 : alignDelayMs(pace.getMs()));
      });
  }

  function wake(): void {
    pace.quicken();
    look();
  }

  function start(): void {
    isStopped = false;
    look();
  }

  async function stop(): Promise<void> {
    isStopped = true;
    clearTimeout(timer);
    await looking;
    await Promise.all(running);
  }

  return { name, start, stop, wake };
}

/** After so many looks that found nothing, a pool looks more rarely. */
const looksUntilQuiet = 30;
const quietFactor = 5;

class LookPace {
  readonly #lookEveryMs: number;
  #emptyLooks = 0;

  constructor(lookEveryMs: number) {
    this.#lookEveryMs = lookEveryMs;
  }

  note(found: number): void {
    this.#emptyLooks = found === 0 ? this.#emptyLooks + 1 : 0;
  }

  quicken(): void {
    this.#emptyLooks = 0;
  }

  getMs(): number {
    return this.#lookEveryMs * (this.#emptyLooks < looksUntilQuiet ? 1 : quietFactor);
  }
}
