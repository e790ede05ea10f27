/** A time limit that ends this late shows that the process stood still in the meantime. */
export const stallMsMin = 50;

/**
 * A time limit for an answer of another process, but not because this process (or the whole
 * machine) stood still: then a timer fires before the answer that waits in the socket is read, and
 * a healthy neighbour would look like one that is away. So a late timer runs once more, and sockets
 * are read before any timer counts. Returns a function that stops it.
 */
export function startFairTimer(ms: number, onTimeout: () => void): () => void {
  const dueMs = performance.now() + ms;
  let immediate: NodeJS.Immediate | undefined;
  const readThenEnd = (): void => {
    immediate = setImmediate(onTimeout);
  };
  let timer = setTimeout(() => {
    if (performance.now() - dueMs < stallMsMin) readThenEnd();
    else timer = setTimeout(readThenEnd, ms);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
