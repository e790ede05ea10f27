import { LRUCache } from 'lru-cache';
import type { Nanos } from '@tollgate/money';
import type { Wallet } from '../wallets/wallet';
import { findNextLevel, listReached, type LimitUse } from './alert';
import type { AlertStore, Baseline, ReachedThreshold } from './ports';

export type WatchBalances = (wallets: readonly Wallet[]) => Promise<void>;

/** What is known of a wallet: nothing happens until less than `quietNanos` remains. */
interface KnownWallet {
  readonly totalCreditsNanos: Nanos;
  readonly quietNanos: Nanos | null;
}

const walletsMax = 100_000;

/**
 * Notes prepaid wallets whose credit runs low. Called with every batch of charges, so wallets that
 * are known to be far from their next mail cost no query.
 */
export function watchBalancesUseCase(ports: { readonly alerts: AlertStore }): WatchBalances {
  const known = new LRUCache<string, KnownWallet>({ max: walletsMax });

  function isQuiet(wallet: Wallet): boolean {
    if (wallet.creditLineNanos > 0n) return true;
    const found = known.get(wallet.walletId);
    if (found?.totalCreditsNanos !== wallet.totalCreditsNanos) return false;
    return found.quietNanos === null || getRemaining(wallet) > found.quietNanos;
  }

  function look(wallet: Wallet, baseline: Baseline | undefined): ReachedThreshold[] {
    const { totalCreditsNanos, walletId } = wallet;
    const limitNanos = baseline?.balanceNanos ?? 0n;
    if (baseline === undefined || limitNanos <= 0n) {
      known.set(walletId, { totalCreditsNanos, quietNanos: null });
      return [];
    }
    // Credit came in between: the next charge is measured against it.
    if (baseline.totalCreditsNanos !== totalCreditsNanos) return [];
    const usedNanos = limitNanos - getRemaining(wallet);
    const level = findNextLevel(limitNanos, usedNanos);
    const quietNanos = level === null ? null : limitNanos - level;
    known.set(walletId, { totalCreditsNanos, quietNanos });
    return listThresholds({
      walletId,
      scope: 'wallet',
      scopeId: walletId,
      label: '',
      window: 'balance',
      windowStartMs: baseline.sinceMs,
      windowEndMs: null,
      limitNanos,
      usedNanos,
    });
  }

  return async (wallets) => {
    const watched = wallets.filter((wallet) => !isQuiet(wallet));
    if (watched.length === 0) return;
    const baselines = await ports.alerts.findBaselines(watched.map(({ walletId }) => walletId));
    const byWallet = new Map(baselines.map((baseline) => [baseline.walletId, baseline]));
    const reached = watched.flatMap((wallet) => look(wallet, byWallet.get(wallet.walletId)));
    await ports.alerts.add(reached);
  };
}

/** Long work only holds it so far. */
function getRemaining({ balanceNanos, heldNanos }: Wallet): Nanos {
  return balanceNanos + heldNanos;
}

/** Of all that were reached only the highest is mailed. */
export function listThresholds(use: LimitUse): ReachedThreshold[] {
  const reached = listReached(use.limitNanos, use.usedNanos);
  const highest = reached.at(-1);
  return reached.map((threshold) => ({ ...use, threshold, isMailed: threshold === highest }));
}
