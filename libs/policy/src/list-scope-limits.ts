import type { ScopePolicy } from '@tollgate/contracts';
import type { LimitScope, SpendLimit, SpendWindow } from '@tollgate/till';

/** A part of an organization that spends, with what it may. */
export interface SpendingScope {
  readonly scope: Extract<LimitScope, 'member' | 'team' | 'org'>;
  readonly scopeId: string;
  readonly policy: ScopePolicy;
}

/** Breakers first, then budgets; of each kind the scopes in the order in which they are given. */
export function listScopeLimits(scopes: readonly SpendingScope[]): SpendLimit[] {
  return [...scopes.flatMap(listBreakers), ...scopes.flatMap(listBudgets)];
}

/** Only finished calls count: that can be explained, and recovers by itself. */
function listBreakers({ policy, ...spender }: SpendingScope): SpendLimit[] {
  return [
    ...makeLimit(spender, 'minute', policy.breakerMinuteNanos, 'settled'),
    ...makeLimit(spender, 'hour', policy.breakerHourNanos, 'settled'),
  ];
}

function listBudgets({ policy, ...spender }: SpendingScope): SpendLimit[] {
  return [
    ...makeLimit(spender, 'weekly', policy.weeklyBudgetNanos, 'reserved'),
    ...makeLimit(spender, 'monthly', policy.monthlyBudgetNanos, 'reserved'),
  ];
}

function makeLimit(
  spender: Omit<SpendingScope, 'policy'>,
  window: SpendWindow,
  limitNanos: bigint | undefined,
  rule: SpendLimit['rule'],
): SpendLimit[] {
  return limitNanos === undefined ? [] : [{ ...spender, window, limitNanos, rule }];
}
