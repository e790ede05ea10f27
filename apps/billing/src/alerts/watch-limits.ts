import { LRUCache } from 'lru-cache';
import { idPrefixes } from '@tollgate/ids';
import type { Nanos } from '@tollgate/money';
import {
  getWindowEndMs,
  getWindowStartMs,
  parseCounterField,
  type SpendCounter,
  type SpendWindow,
} from '@tollgate/till';
import type { Generation } from '../ledger/usage';
import { findNextLevel } from './alert';
import type { AlertStore, ReachedThreshold } from './ports';
import { listThresholds } from './watch-balances';

export type WatchLimits = (generations: readonly Generation[]) => Promise<void>;

/** A counter with its limit, as one call names it. */
interface WatchedLimit {
  readonly walletId: string;
  readonly counter: SpendCounter;
  readonly label: string;
  readonly limitNanos: Nanos;
  readonly startMs: number;
}

interface KnownLimit {
  readonly limitNanos: Nanos;
  readonly startMs: number;
  readonly lookedAtMs: number;
  readonly nextNanos: Nanos | null;
  spentNanos: Nanos;
}

const limitsMax = 100_000;
/** Another process may have counted for a while: figures of memory are trusted no longer. */
const knownMsMax = 5 * 60_000;
/** No mails about breakers: they close again within minutes or an hour. */
const watchedWindows: ReadonlySet<SpendWindow> = new Set(['daily', 'weekly', 'monthly', 'total']);

/**
 * Notes caps and budgets that are nearly used up. What a call counts towards rides in its record;
 * the book is asked only when a threshold may have been reached.
 */
export function watchLimitsUseCase(ports: {
  readonly alerts: AlertStore;
  readonly sumSpend: (walletId: string, counter: SpendCounter, startMs: number) => Promise<Nanos>;
  readonly getNowMs: () => number;
}): WatchLimits {
  const known = new LRUCache<string, KnownLimit>({ max: limitsMax });

  /** Whether the call may have reached a threshold. */
  function count(id: string, limit: WatchedLimit, costNanos: Nanos): boolean {
    const found = known.get(id);
    const isSame = found?.limitNanos === limit.limitNanos && found.startMs === limit.startMs;
    if (!isSame || ports.getNowMs() - found.lookedAtMs > knownMsMax) return true;
    found.spentNanos += costNanos;
    return found.nextNanos !== null && found.spentNanos >= found.nextNanos;
  }

  async function look(id: string, limit: WatchedLimit): Promise<ReachedThreshold[]> {
    const { counter, limitNanos, startMs, walletId } = limit;
    const spentNanos = await ports.sumSpend(walletId, counter, startMs);
    const nextNanos = findNextLevel(limitNanos, spentNanos);
    const lookedAtMs = ports.getNowMs();
    known.set(id, { limitNanos, startMs, lookedAtMs, nextNanos, spentNanos });
    return listThresholds({
      walletId,
      scope: counter.scope,
      scopeId: counter.scopeId,
      label: limit.label,
      window: counter.window,
      windowStartMs: startMs,
      windowEndMs: getWindowEndMs(counter.window, startMs) ?? null,
      limitNanos,
      usedNanos: spentNanos,
    });
  }

  return async (generations) => {
    const nowMs = ports.getNowMs();
    const due = new Map<string, WatchedLimit>();
    for (const generation of generations) {
      if (generation.costNanos === 0n) continue;
      for (const { field, limitNanos } of generation.spendLimits) {
        const limit = readLimit(generation, field, limitNanos, nowMs);
        const id = `${generation.walletId}|${field}`;
        if (limit && count(id, limit, generation.costNanos)) due.set(id, limit);
      }
    }
    const reached: ReachedThreshold[] = [];
    for (const [id, limit] of due) reached.push(...(await look(id, limit)));
    await ports.alerts.add(reached);
  };
}

/** Undefined for what is not watched, and for calls of a window that is over. */
function readLimit(
  { createdAtMs, keyName, walletId }: Generation,
  field: string,
  limitNanos: Nanos,
  nowMs: number,
): WatchedLimit | undefined {
  const counter = findCounter(field);
  if (!counter || !watchedWindows.has(counter.window)) return undefined;
  // What one person of an institution may use is nothing to write to its admins about.
  if (counter.scopeId.startsWith(idPrefixes.institutionSession)) return undefined;
  const startMs = getWindowStartMs(counter.window, nowMs);
  if (createdAtMs < startMs) return undefined;
  const label = counter.scope === 'key' ? keyName : '';
  return { walletId, counter, label, limitNanos, startMs };
}

/** The record of a newer relay may name scopes that are not known here yet. */
function findCounter(field: string): SpendCounter | undefined {
  try {
    return field.includes('\0') ? undefined : parseCounterField(field);
  } catch {
    return undefined;
  }
}
