import { LRUCache } from 'lru-cache';

/** Unknown credentials one address may try at once, and how fast it gets more. */
const burst = 300;
const perSecond = 50;
const addressesMax = 10_000;

interface Budget {
  tokens: number;
  filledAtMs: number;
}

/** How many lookups of unknown credentials an address may still cause. */
export interface UnknownLimit {
  /** Takes one before the answer is known, so that parallel guesses gain nothing. */
  take(address: string, nowMs: number): boolean;
  /** The credential was known after all. */
  giveBack(address: string): void;
}

/** A token bucket per address, in this process only: it protects auth, not the caller. */
export function createUnknownLimit(): UnknownLimit {
  const budgets = new LRUCache<string, Budget>({ max: addressesMax });

  function getBudget(address: string, nowMs: number): Budget {
    let budget = budgets.get(address);
    if (budget === undefined) {
      budget = { tokens: burst, filledAtMs: nowMs };
      budgets.set(address, budget);
    }
    const gained = ((nowMs - budget.filledAtMs) / 1_000) * perSecond;
    budget.tokens = Math.min(burst, budget.tokens + Math.max(0, gained));
    budget.filledAtMs = nowMs;
    return budget;
  }

  return {
    take(address, nowMs) {
      const budget = getBudget(address, nowMs);
      if (budget.tokens < 1) return false;
      budget.tokens -= 1;
      return true;
    },
    giveBack(address) {
      const budget = budgets.get(address);
      if (budget) budget.tokens = Math.min(burst, budget.tokens + 1);
    },
  };
}
