/** A timer that fires this late shows that the process stood still in the meantime. */
const stallMsMin = 50;

/**
 * A time limit for an answer of another process, but not because this process (or the whole
 * machine) stood still: then a timer fires before the answer that waits in the socket is read, and
 * a healthy neighbour would look like one that is away. Such a timer runs once more. Returns a
 * function that stops it.
 */
export function startFairTimer(ms: number, onTimeout: () => void): () => void {
  const dueMs = performance.now() + ms;
  let timer = setTimeout(() => {
    if (performance.now() - dueMs < stallMsMin) onTimeout();
    else timer = setTimeout(onTimeout, ms);
  }, ms);
  return () => clearTimeout(timer);
}
