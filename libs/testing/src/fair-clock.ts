import { readFileSync } from 'node:fs';

/** A clock that does not count time in which the machine did not run us. */
export interface FairClock {
  readonly getNowMs: () => number;
  /** Stops the clock and returns how much time it left out. */
  readonly stop: () => number;
}

const tickMs = 20;
/** A tick this much later than expected is a stall; less is jitter of timers. */
const lateMsMin = 20;
/** Longer stalls count: a waiting test must end. */
const leftOutMsMax = 60_000;

/**
 * On a shared machine a process sometimes does not run for a second. Two kinds are left out:
 * - This process was not run: a late tick during which its main thread used no CPU. A late tick
 *   during which that thread used the CPU is a blocked event loop, which is a fault, and counts in
 *   full. Other threads, such as those of the garbage collection, do not matter.
 * - The host ran others on a core of this machine, and with it perhaps the service that a test
 *   waits for: the time that the system reports as stolen.
 */
export function startFairClock(readStolen: () => number = readStolenMs): FairClock {
  let lastMs = Date.now();
  let lastCpuMs = readCpuMs();
  let lastStolenMs = readStolen();
  let leftOutMs = 0;
  function tick(): void {
    const nowMs = Date.now();
    const cpuMs = readCpuMs();
    const stolenMs = readStolen();
    const lateMs = nowMs - lastMs - tickMs;
    const stalledMs = lateMs - (cpuMs - lastCpuMs);
    const unfairMs = Math.max(stalledMs > lateMsMin ? stalledMs : 0, stolenMs - lastStolenMs);
    leftOutMs = Math.min(leftOutMsMax, leftOutMs + Math.min(unfairMs, nowMs - lastMs));
    lastMs = nowMs;
    lastCpuMs = cpuMs;
    lastStolenMs = stolenMs;
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
  const { system, user } = process.threadCpuUsage();
  return (system + user) / 1_000;
}

/** The system counts in hundredths of a second. */
const stolenTickMs = 10;

/** Stolen time of all cores since the start of the machine; 0 where it is not counted. */
function readStolenMs(): number {
  if (process.platform !== 'linux') return 0;
  // cpu user nice system idle iowait irq softirq steal guest guest_nice
  const [, stolenTicks] = /^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'latin1')) ?? [];
  return Number(stolenTicks ?? 0) * stolenTickMs;
}
