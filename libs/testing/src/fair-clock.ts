/** A clock that does not count time in which the machine did not run this process. */
export interface FairClock {
  readonly getNowMs: () => number;
  /** Stops the clock and returns how much time it left out. */
  readonly stop: () => number;
}

const tickMs = 20;
/** A tick this much later than expected is a stall; less is jitter of timers. */
const lateMsMin = 20;
/** Longer stalls count: a waiting test must end. */
const leftOutMsMax = 15_000;

/**
 * On a shared machine a process sometimes does not run for a second. Such a stall is recognized by
 * a late tick during which the process used no CPU. A late tick during which it used the CPU is a
 * blocked event loop, which is a fault, and counts in full.
 */
export function startFairClock(): FairClock {
  let lastMs = Date.now();
  let lastCpuMs = readCpuMs();
  let leftOutMs = 0;
  function tick(): void {
    const nowMs = Date.now();
    const cpuMs = readCpuMs();
    const lateMs = nowMs - lastMs - tickMs;
    const stalledMs = lateMs - (cpuMs - lastCpuMs);
    if (stalledMs > lateMsMin) leftOutMs = Math.min(leftOutMsMax, leftOutMs + stalledMs);
    lastMs = nowMs;
    lastCpuMs = cpuMs;
  }
  /** A stall may have ended just now, before the next tick. */
  function tickIfLate(): void {
    if (Date.now() - lastMs > tickMs + lateMsMin) tick();
  }
  const timer = setInterval(tick, tickMs);
  return {
    getNowMs: () => {
      tickIfLate();
      return Date.now() - leftOutMs;
    },
    stop: () => {
      clearInterval(timer);
      tickIfLate();
      return leftOutMs;
    },
  };
}

function readCpuMs(): number {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1_000;
}
