import type { Nanos } from '@tollgate/money';

/** Clock windows, all in UTC: weeks begin on Monday, months on the 1st. */
export const spendWindows = ['minute', 'hour', 'daily', 'weekly', 'monthly', 'total'] as const;
export type SpendWindow = (typeof spendWindows)[number];

export const limitScopes = ['key', 'user', 'member', 'team', 'org'] as const;
export type LimitScope = (typeof limitScopes)[number];

/** What one scope has spent in one window. */
export interface SpendCounter {
  readonly scope: LimitScope;
  readonly scopeId: string;
  readonly window: SpendWindow;
}

export interface SpendLimit extends SpendCounter {
  readonly limitNanos: Nanos;
  /**
   * `reserved`: open holds count, so that parallel calls cannot pass it together (caps, budgets).
   * `settled`: only finished calls count (breakers).
   */
  readonly rule: 'reserved' | 'settled';
}

const separator = '|';

export function formatCounterField(counter: SpendCounter): string {
  return [counter.scope, counter.scopeId, counter.window].join(separator);
}

export function parseCounterField(field: string): SpendCounter {
  const [scope, scopeId, window] = field.split(separator);
  const knownScope = limitScopes.find((candidate) => candidate === scope);
  const knownWindow = spendWindows.find((candidate) => candidate === window);
  if (!knownScope || !knownWindow || !scopeId) throw new RangeError(`not a counter: ${field}`);
  return { scope: knownScope, scopeId, window: knownWindow };
}
