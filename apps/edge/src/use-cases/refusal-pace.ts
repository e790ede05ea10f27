import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A lookup in auth takes a few milliseconds, and longer for a key that exists than for one that
 * does not. Refusals leave at multiples of this, counted from the start of the request, so that the
 * time of a 401 says nothing about the credential.
 */
export const refusalStepMs = 25;

export interface RefusalPace {
  /** Resolves when a refusal may leave. */
  wait(): Promise<void>;
}

/** To be started with the request: a timer set later would be late by what came before it. */
export function startRefusalPace(): RefusalPace {
  const startedAtMs = performance.now();
  let isOver = false;
  const firstStep = sleep(refusalStepMs).then(() => {
    isOver = true;
  });
  return {
    wait: async () => {
      if (!isOver) return firstStep;
      const lateMs = (performance.now() - startedAtMs) % refusalStepMs;
      await sleep(refusalStepMs - lateMs);
    },
  };
}
