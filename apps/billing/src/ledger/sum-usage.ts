import { getLatencyBucket } from '../reports/latency-bucket';
import type { Generation } from './usage';

const hourMs = 3_600_000;
const hoursPerDay = 24;

/** The key of a usage sum: owner, model and program. */
export type UsageScope = Pick<
  Generation,
  'walletId' | 'userId' | 'keyId' | 'teamId' | 'memberId' | 'model' | 'appName'
>;

export interface UsageSum {
  readonly scope: UsageScope;
  /** Hours, or days, since the epoch. */
  readonly period: number;
  spendNanos: bigint;
  requests: number;
  errors: number;
  promptTokens: bigint;
  completionTokens: bigint;
  cachedTokens: bigint;
  cacheSavingsNanos: bigint;
}

export interface LatencySum {
  readonly scope: UsageScope;
  readonly day: number;
  readonly bucket: number;
  durations: number;
  firstTokens: number;
}

/** Calls that a cache took part in, that sticky routing placed, or that lacked a cache. */
export interface CachingSum {
  readonly scope: UsageScope;
  readonly day: number;
  cacheWriteTokens: bigint;
  stickyRequests: number;
  stickyPromptTokens: bigint;
  stickyCachedTokens: bigint;
  stickySavingsNanos: bigint;
  repeatedRequests: number;
  repeatedTokens: bigint;
}

/** Repetitions of one prompt that lacked a cache. */
export interface PromptSum {
  readonly scope: UsageScope;
  readonly day: number;
  readonly prompt: string;
  repeatedRequests: number;
  repeatedTokens: bigint;
  cacheableTokens: bigint;
  missedSavingNanos: bigint;
}

export interface KeyTotal {
  readonly keyId: string;
  readonly walletId: string;
  keyName: string;
  spendNanos: bigint;
  requests: number;
  tokens: bigint;
  lastUsedMs: number;
}

/** What a batch adds to the read models; rows in order, so that batches lock in the same order. */
export interface UsageSums {
  readonly hours: readonly UsageSum[];
  readonly days: readonly UsageSum[];
  readonly latencies: readonly LatencySum[];
  readonly cachings: readonly CachingSum[];
  readonly prompts: readonly PromptSum[];
  readonly keys: readonly KeyTotal[];
}

export function sumUsage(generations: readonly Generation[]): UsageSums {
  const hours = new Map<string, UsageSum>();
  const days = new Map<string, UsageSum>();
  const latencies = new Map<string, LatencySum>();
  const cachings = new Map<string, CachingSum>();
  const prompts = new Map<string, PromptSum>();
  const keys = new Map<string, KeyTotal>();
  for (const generation of generations) {
    const hour = Math.floor(generation.createdAtMs / hourMs);
    const day = Math.floor(hour / hoursPerDay);
    const caller = nameCaller(generation);
    const scope = `${caller}\0${generation.teamId}\0${generation.memberId}`;
    addUsage(hours, scope, hour, generation);
    addUsage(days, scope, day, generation);
    addLatency(latencies, caller, day, generation);
    addCaching(cachings, scope, day, generation);
    addPrompt(prompts, scope, day, generation);
    addKey(keys, generation);
  }
  return {
    hours: sortByName(hours),
    days: sortByName(days),
    latencies: sortByName(latencies),
    cachings: sortByName(cachings),
    prompts: sortByName(prompts),
    keys: sortByName(keys),
  };
}

/** No column can hold the separator, so different callers have different names. */
function nameCaller({ walletId, keyId, model, appName, userId }: UsageScope): string {
  return `${walletId}\0${keyId}\0${model}\0${appName}\0${userId}`;
}

function addUsage(
  sums: Map<string, UsageSum>,
  name: string,
  period: number,
  generation: Generation,
): void {
  const id = `${name}\0${period}`;
  let sum = sums.get(id);
  if (sum === undefined) {
    const counts = { requests: 0, errors: 0, spendNanos: 0n, cacheSavingsNanos: 0n };
    const tokens = { promptTokens: 0n, completionTokens: 0n, cachedTokens: 0n };
    sum = { scope: generation, period, ...counts, ...tokens };
    sums.set(id, sum);
  }
  sum.spendNanos += generation.costNanos;
  sum.requests += 1;
  sum.errors += generation.isError ? 1 : 0;
  sum.promptTokens += generation.promptTokens;
  sum.completionTokens += generation.completionTokens;
  sum.cachedTokens += generation.cachedTokens;
  // Uncharged calls have no savings and no discount.
  if (generation.costNanos > 0n) sum.cacheSavingsNanos += generation.cacheSavingsNanos;
}

function addLatency(
  sums: Map<string, LatencySum>,
  name: string,
  day: number,
  generation: Generation,
): void {
  const at = (ms: number): LatencySum => {
    const bucket = getLatencyBucket(ms);
    const id = `${name}\0${day}\0${bucket}`;
    const sum = sums.get(id) ?? { scope: generation, day, bucket, durations: 0, firstTokens: 0 };
    sums.set(id, sum);
    return sum;
  };
  at(generation.durationMs).durations += 1;
  if (generation.firstTokenMs !== null) at(generation.firstTokenMs).firstTokens += 1;
}

/** Most calls add no row here: what they used is in the sums of days. */
function addCaching(
  sums: Map<string, CachingSum>,
  name: string,
  day: number,
  generation: Generation,
): void {
  const { cacheWriteTokens, isSticky, repeatsPrompt } = generation;
  if (cacheWriteTokens === 0n && !isSticky && !repeatsPrompt) return;
  const id = `${name}\0${day}`;
  const sum = sums.get(id) ?? { scope: generation, day, ...noCaching };
  sums.set(id, sum);
  sum.cacheWriteTokens += cacheWriteTokens;
  if (isSticky) {
    sum.stickyRequests += 1;
    sum.stickyPromptTokens += generation.promptTokens;
    sum.stickyCachedTokens += generation.cachedTokens;
    if (generation.costNanos > 0n) sum.stickySavingsNanos += generation.cacheSavingsNanos;
  }
  if (repeatsPrompt) {
    sum.repeatedRequests += 1;
    sum.repeatedTokens += generation.promptTokens;
  }
}

function addPrompt(
  sums: Map<string, PromptSum>,
  name: string,
  day: number,
  generation: Generation,
): void {
  if (!generation.repeatsPrompt) return;
  const prompt = generation.promptFingerprint;
  const id = `${name}\0${day}\0${prompt}`;
  const counts = { repeatedRequests: 0, repeatedTokens: 0n };
  const worth = { cacheableTokens: 0n, missedSavingNanos: 0n };
  const sum = sums.get(id) ?? { scope: generation, day, prompt, ...counts, ...worth };
  sums.set(id, sum);
  sum.repeatedRequests += 1;
  sum.repeatedTokens += generation.promptTokens;
  sum.cacheableTokens += generation.cacheableTokens;
  sum.missedSavingNanos += generation.missedSavingNanos;
}

const noCaching = {
  ...{ cacheWriteTokens: 0n, stickyRequests: 0, stickyPromptTokens: 0n, stickyCachedTokens: 0n },
  ...{ stickySavingsNanos: 0n, repeatedRequests: 0, repeatedTokens: 0n },
};

function addKey(sums: Map<string, KeyTotal>, generation: Generation): void {
  const { keyId, keyName, walletId } = generation;
  const empty = { spendNanos: 0n, requests: 0, tokens: 0n, lastUsedMs: 0 };
  const sum = sums.get(keyId) ?? { keyId, keyName, walletId, ...empty };
  sums.set(keyId, sum);
  if (keyName !== '') sum.keyName = keyName;
  sum.spendNanos += generation.costNanos;
  sum.requests += 1;
  sum.tokens += generation.promptTokens + generation.completionTokens;
  sum.lastUsedMs = Math.max(sum.lastUsedMs, generation.createdAtMs);
}

function sortByName<T>(sums: ReadonlyMap<string, T>): T[] {
  if (sums.size === 1) return [...sums.values()];
  return [...sums].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, value]) => value);
}
