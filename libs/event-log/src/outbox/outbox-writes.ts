const listeners = new Set<() => void>();

/** Called for every event that any service of this process writes to its outbox. */
export function watchOutboxWrites(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The transaction of the event has not ended yet. */
export function announceOutboxWrite(): void {
  for (const listener of listeners) listener();
}
