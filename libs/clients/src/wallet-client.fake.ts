import { AppError } from '@tollgate/errors';
import type { KeyUsage, WalletClient, WalletFigures } from './wallet-client';

const emptyWallet: WalletFigures = {
  balanceNanos: 0n,
  creditLineNanos: 0n,
  totalCreditsNanos: 0n,
  totalUsageNanos: 0n,
};
const noUsage: KeyUsage = {
  totalNanos: 0n,
  dayNanos: 0n,
  weekNanos: 0n,
  monthNanos: 0n,
  requests: 0,
  dayRequests: 0,
  weekRequests: 0,
  monthRequests: 0,
  totalTokens: 0,
  lastUsedAt: null,
};

export interface FakeWalletClient extends WalletClient {
  /** Ids of the holds that are booked and neither captured nor released. */
  readonly holds: ReadonlySet<string>;
}

/** Books holds in memory; wallets and usages are the given ones, or empty. */
export function createFakeWalletClient(
  data: {
    readonly wallets?: ReadonlyMap<string, Partial<WalletFigures>>;
    readonly usages?: ReadonlyMap<string, Partial<KeyUsage>>;
  } = {},
): FakeWalletClient {
  const holds = new Set<string>();
  return {
    holds,
    getWallet: async (walletId) => ({ ...emptyWallet, ...data.wallets?.get(walletId) }),
    loadTill: async () => undefined,
    loadGoodwill: async () => undefined,
    listKeyUsage: async (_walletId, keyIds) =>
      keyIds.map((keyId) => ({ ...noUsage, ...data.usages?.get(keyId) })),
    listKeyTotals: async (_walletId, keyIds) =>
      new Map(
        keyIds.flatMap((keyId) => {
          const usage = data.usages?.get(keyId);
          return usage === undefined ? [] : [[keyId, { ...noUsage, ...usage }] as const];
        }),
      ),
    bookHold: async ({ holdId }) => void holds.add(holdId),
    async captureHold({ holdId }) {
      if (!holds.delete(holdId)) throw new AppError('not_found');
    },
    releaseHold: async ({ holdId }) => void holds.delete(holdId),
    close: () => undefined,
  };
}
