import { LoadGuard, type LoadGuardOptions } from './load-guard';
import { createLoadReader, getMemoryBytesMax } from './read-load';

/** As an operator sets them. */
export interface LoadGuardSettings {
  readonly loopDelayMsMax: number;
  /** 0: as much as heap, container and machine allow. */
  readonly memoryMebibytesMax: number;
  readonly requestsMax: number;
}

const mebibyte = 1024 * 1024;

/** The guard of this process. */
export function createLoadGuard(
  settings: LoadGuardSettings,
  options: Omit<LoadGuardOptions, 'limits' | 'readLoad'>,
): LoadGuard {
  const { loopDelayMsMax, requestsMax } = settings;
  const memoryBytesMax = getMemoryLimit(settings);
  return new LoadGuard({
    ...options,
    limits: { loopDelayMsMax, memoryBytesMax, requestsMax },
    readLoad: createLoadReader(),
  });
}

/** Bytes of heap and external memory at which the guard begins to refuse. */
export function getMemoryLimit({
  memoryMebibytesMax,
}: Pick<LoadGuardSettings, 'memoryMebibytesMax'>): number {
  return memoryMebibytesMax === 0 ? getMemoryBytesMax() : memoryMebibytesMax * mebibyte;
}
