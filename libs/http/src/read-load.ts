import { monitorEventLoopDelay } from 'node:perf_hooks';
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';

export interface LoadReading {
  readonly loopDelayMs: number;
  readonly memoryBytes: number;
}

/** The load since the last call. */
export type ReadLoad = () => LoadReading;

/** The interval of the calls. */
export const loadSampleMs = 500;

const resolutionMs = 20;
const nanosPerMs = 1_000_000;

/** Reads the load of this process. */
export function createLoadReader(): ReadLoad {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let askedAtMs = performance.now();

  return () => {
    const nowMs = performance.now();
    const lateMs = nowMs - askedAtMs - loadSampleMs;
    askedAtMs = nowMs;
    // After a reset the first turn is not measured: with very long turns there is no other.
    const measuredMs = delays.count > 0 ? delays.mean / nanosPerMs - resolutionMs : 0;
    delays.reset();
    // Not process.memoryUsage(), which opens a file: it throws when there are too many.
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    return {
      loopDelayMs: Math.max(0, measuredMs, lateMs),
      memoryBytes: heap + external,
    };
  };
}

/** What is left above it is for the garbage that was not collected yet. */
const usableShare = 0.8;

/** How much memory this process may fill: a share of its heap, its container or its machine. */
export function getMemoryBytesMax(): number {
  const bounds = [getHeapStatistics().heap_size_limit, process.constrainedMemory(), totalmem()];
  return Math.floor(Math.min(...bounds.filter((bytes) => bytes > 0)) * usableShare);
}
