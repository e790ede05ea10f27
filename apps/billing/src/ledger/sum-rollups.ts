import { getCalendarDay, getMonthStart, type CalendarDay } from '../shared/calendar';
import { findOrgId } from '../wallets/wallet';
import type { Generation } from './usage';

export interface RollupSum {
  /** The key of a sum; an array, so that columns are read by position. */
  readonly names: readonly string[];
  /** The day, or the first one of the month. */
  readonly day: CalendarDay;
  spendNanos: bigint;
  requests: number;
  promptTokens: bigint;
  completionTokens: bigint;
}

/** What a batch adds to the small read models; rows in order, like those of the others. */
export interface RollupSums {
  /** Wallet, team, member, model. */
  readonly orgMonths: readonly RollupSum[];
  /** Wallet. */
  readonly orgDays: readonly RollupSum[];
  /** Model, provider. */
  readonly platformDays: readonly RollupSum[];
}

export function sumRollups(generations: readonly Generation[]): RollupSums {
  const orgMonths = new Map<string, RollupSum>();
  const orgDays = new Map<string, RollupSum>();
  const platformDays = new Map<string, RollupSum>();
  for (const generation of generations) {
    const { createdAtMs, memberId, model, provider, teamId, walletId } = generation;
    const day = getCalendarDay(createdAtMs);
    add(platformDays, [model, provider], day, generation);
    if (findOrgId(walletId) === undefined) continue;
    add(orgMonths, [walletId, teamId, memberId, model], getMonthStart(day), generation);
    add(orgDays, [walletId], day, generation);
  }
  return {
    orgMonths: sort(orgMonths),
    orgDays: sort(orgDays),
    platformDays: sort(platformDays),
  };
}

function add(
  sums: Map<string, RollupSum>,
  names: readonly string[],
  day: CalendarDay,
  generation: Generation,
): void {
  const id = `${names.join('\0')}\0${day}`;
  let sum = sums.get(id);
  if (sum === undefined) {
    const figures = { spendNanos: 0n, requests: 0, promptTokens: 0n, completionTokens: 0n };
    sum = { names, day, ...figures };
    sums.set(id, sum);
  }
  sum.spendNanos += generation.costNanos;
  sum.requests += 1;
  sum.promptTokens += generation.promptTokens;
  sum.completionTokens += generation.completionTokens;
}

function sort(sums: ReadonlyMap<string, RollupSum>): RollupSum[] {
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, value]) => value);
}
