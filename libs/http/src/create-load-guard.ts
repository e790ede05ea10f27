import { LoadGuard, type LoadGuardOptions } from './load-guard';
import { getMemoryBytesMax, watchProcessLoad } from './read-load';

/** As an operator sets them. */
export interface LoadGuardSettings {
  readonly loopDelayMsMax: number;
  /** 0: as much as heap, container and machine allow. */
  readonly memoryMebibytesMax: number;
  readonly requestsMax: number;
}

const mebibyte = 1024 * 1024;

/** A guard of one server; all of a process see the same load. */
export function createLoadGuard(
  settings: LoadGuardSettings,
  options: Omit<LoadGuardOptions, 'limits' | 'watchLoad'>,
): LoadGuard {
  const { loopDelayMsMax, requestsMax } = settings;
  const memoryBytesMax = getMemoryLimit(settings);
  return new LoadGuard({
    ...options,
    limits: { loopDelayMsMax, memoryBytesMax, requestsMax },
    watchLoad: watchProcessLoad,
  });
}

/** Bytes of heap and external memory at which the guard begins to refuse. */
export function getMemoryLimit({
  memoryMebibytesMax,
}: Pick<LoadGuardSettings, 'memoryMebibytesMax'>): number {
  return memoryMebibytesMax === 0 ? getMemoryBytesMax() : memoryMebibytesMax * mebibyte;
}
