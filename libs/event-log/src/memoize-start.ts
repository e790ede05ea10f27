/** Runs once for all waiting callers; after a failure the next caller runs it again. */
export function memoizeStart<T>(start: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= start().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
}
