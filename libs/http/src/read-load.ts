import { monitorEventLoopDelay } from 'node:perf_hooks';
import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { startBeat } from '@tollgate/lifecycle';

export interface LoadReading {
  readonly loopDelayMs: number;
  readonly memoryBytes: number;
}

/** The load since the last call. */
export type ReadLoad = () => LoadReading;

/** Passes every sample to the listener, until the function that it returns is called. */
export type WatchLoad = (listener: (reading: LoadReading) => void) => () => void;

/** The interval of the calls. */
export const loadSampleMs = 500;

const resolutionMs = 20;
const nanosPerMs = 1_000_000;
/** Turns of a loop that waits nine tenths of its time are short. */
const busyShareMin = 0.1;

/**
 * Reads the load of this process. The delays of a loop that mostly waits are not measured: that
 * would wake an idle process fifty times a second.
 */
export function createLoadReader(): ReadLoad {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  let utilization = performance.eventLoopUtilization();
  let askedAtMs = performance.now();

  return () => {
    const nowMs = performance.now();
    const lateMs = nowMs - askedAtMs - loadSampleMs;
    askedAtMs = nowMs;
    // After a reset the first turn is not measured: with very long turns there is no other.
    const measuredMs = delays.count > 0 ? delays.mean / nanosPerMs - resolutionMs : 0;
    delays.reset();
    const before = utilization;
    utilization = performance.eventLoopUtilization();
    const busyShare = performance.eventLoopUtilization(utilization, before).utilization;
    if (busyShare >= busyShareMin) delays.enable();
    else delays.disable();
    // Not process.memoryUsage(), which opens a file: it throws when there are too many.
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    return {
      loopDelayMs: Math.max(0, measuredMs, lateMs),
      memoryBytes: heap + external,
    };
  };
}

/**
 * One measurement for all guards of a process: they share its event loop, and every look at the
 * loop wakes a process that has nothing to do. It runs while anyone listens.
 */
export function createLoadWatch(readLoad: ReadLoad): WatchLoad {
  const listeners = new Set<(reading: LoadReading) => void>();
  let stopSamples: (() => void) | undefined;
  const sample = (): void => {
    const reading = readLoad();
    for (const listener of listeners) listener(reading);
  };
  return (listener) => {
    listeners.add(listener);
    if (stopSamples === undefined) {
      // The first sample must not count the time before this.
      readLoad();
      stopSamples = startBeat(loadSampleMs, sample);
    }
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stopSamples?.();
      stopSamples = undefined;
    };
  };
}

let processLoad: WatchLoad | undefined;

/** The load of this process. */
export const watchProcessLoad: WatchLoad = (listener) => {
  processLoad ??= createLoadWatch(createLoadReader());
  return processLoad(listener);
};

/** What is left above it is for the garbage that was not collected yet. */
const usableShare = 0.8;

/** How much memory this process may fill: a share of its heap, its container or its machine. */
export function getMemoryBytesMax(): number {
  const bounds = [getHeapStatistics().heap_size_limit, process.constrainedMemory(), totalmem()];
  return Math.floor(Math.min(...bounds.filter((bytes) => bytes > 0)) * usableShare);
}
