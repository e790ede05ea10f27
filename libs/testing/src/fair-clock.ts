/** A clock that stands still while this process does. */
export interface FairClock {
  readonly getNowMs: () => number;
  readonly stop: () => void;
}

const tickMs = 20;
/** Later than this is no jitter of timers any more. */
const lateMsMin = 20;
/** More than this is not forgiven: whoever waits must come to an end. */
const forgivenMsMax = 15_000;

/**
 * On a machine that others use too, a process does not run for a second now and then, and nothing
 * comes within a second then. What this process sees of such times does not count.
 */
export function startFairClock(): FairClock {
  let lastMs = Date.now();
  let forgivenMs = 0;
  function tick(): void {
    const nowMs = Date.now();
    const lateMs = nowMs - lastMs - tickMs;
    if (lateMs > lateMsMin) forgivenMs = Math.min(forgivenMsMax, forgivenMs + lateMs);
    lastMs = nowMs;
  }
  const timer = setInterval(tick, tickMs);
  return {
    getNowMs: () => {
      // A stall that ended just now is known before the next tick tells of it.
      if (Date.now() - lastMs > tickMs + lateMsMin) tick();
      return Date.now() - forgivenMs;
    },
    stop: () => clearInterval(timer),
  };
}
