const idLength = 29;
const counterLength = 9;

/** Ids without their prefix: unique by a counter, since a random text per call would cost more. */
export function createCompletionIds(seed: string): () => string {
  const prefix = seed.replace(/[^A-Za-z0-9]/g, '').padEnd(idLength, '0');
  let counter = 0;
  return () => {
    counter += 1;
    const tail = counter.toString(36).padStart(counterLength, '0');
    return prefix.slice(0, idLength - counterLength) + tail;
  };
}
