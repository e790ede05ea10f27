import type { SpendCounter } from '@tollgate/till';

/** Asks billing to copy a wallet and these counters from the book into the till. */
export type LoadTill = (walletId: string, counters: readonly SpendCounter[]) => Promise<void>;

/**
 * Calls that wait for the same wallet and counters share one load: many calls at once on a wallet
 * that the till does not know would otherwise each copy it, and the last would wait too long.
 */
export function shareLoads(load: LoadTill): LoadTill {
  const running = new Map<string, Promise<void>>();
  return (walletId, counters) => {
    const names = counters.map(({ scope, scopeId, window }) => [scope, scopeId, window]);
    const key = JSON.stringify([walletId, names]);
    let shared = running.get(key);
    if (shared === undefined) {
      shared = load(walletId, counters).finally(() => running.delete(key));
      running.set(key, shared);
    }
    return shared;
  };
}
