import type { Generation } from '../domain/usage';

export interface DayUsage {
  readonly walletId: string;
  readonly keyId: string;
  readonly day: string;
  readonly userId: string;
  readonly model: string;
  readonly appName: string;
  readonly spendNanos: bigint;
  readonly requests: bigint;
  readonly promptTokens: bigint;
  readonly completionTokens: bigint;
}

export interface KeyTotal {
  readonly keyId: string;
  readonly walletId: string;
  readonly spendNanos: bigint;
  readonly requests: bigint;
  readonly tokens: bigint;
  readonly lastUsedMs: number;
}

/** One row per day, key, model and app, in order: two batches then lock rows in the same order. */
export function sumByDay(generations: readonly Generation[]): DayUsage[] {
  const sums = new Map<string, DayUsage>();
  for (const generation of generations) {
    const { walletId, keyId, userId, model, appName } = generation;
    const day = new Date(generation.createdAtMs).toISOString().slice(0, 10);
    const id = JSON.stringify([walletId, keyId, day, userId, model, appName]);
    const sum = sums.get(id);
    sums.set(id, {
      ...{ walletId, keyId, day, userId, model, appName },
      spendNanos: (sum?.spendNanos ?? 0n) + generation.costNanos,
      requests: (sum?.requests ?? 0n) + 1n,
      promptTokens: (sum?.promptTokens ?? 0n) + generation.promptTokens,
      completionTokens: (sum?.completionTokens ?? 0n) + generation.completionTokens,
    });
  }
  return sortByKey(sums);
}

export function sumByKey(generations: readonly Generation[]): KeyTotal[] {
  const sums = new Map<string, KeyTotal>();
  for (const {
    keyId,
    walletId,
    costNanos,
    promptTokens,
    completionTokens,
    createdAtMs,
  } of generations) {
    const sum = sums.get(keyId);
    sums.set(keyId, {
      keyId,
      walletId,
      spendNanos: (sum?.spendNanos ?? 0n) + costNanos,
      requests: (sum?.requests ?? 0n) + 1n,
      tokens: (sum?.tokens ?? 0n) + promptTokens + completionTokens,
      lastUsedMs: Math.max(sum?.lastUsedMs ?? 0, createdAtMs),
    });
  }
  return sortByKey(sums);
}

function sortByKey<T>(sums: ReadonlyMap<string, T>): T[] {
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, value]) => value);
}
