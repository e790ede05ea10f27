import { AppError } from '@tollgate/errors';

export type Gate = <T>(run: () => Promise<T>) => Promise<T>;

/** Limits how many tasks run and wait at once; further ones are refused as overloaded. */
export function createGate(options: {
  readonly parallelMax: number;
  readonly waitingMax: number;
}): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (running < options.parallelMax) {
      running += 1;
      return;
    }
    if (waiting.length >= options.waitingMax) {
      throw new AppError('overloaded', { retryAfterSeconds: 1 });
    }
    // The one that leaves hands its place over, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (run) => {
    await enter();
    try {
      return await run();
    } finally {
      leave();
    }
  };
}
