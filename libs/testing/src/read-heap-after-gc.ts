import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A second collection frees what the finalizers of the first one let go. */
const collections = 2;

/**
 * Bytes of the heap of this process that are in use after a full garbage collection. Without one
 * the figure depends on when the last collection happened to run.
 */
export async function readHeapAfterGc(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let time = 0; time < collections; time++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}
