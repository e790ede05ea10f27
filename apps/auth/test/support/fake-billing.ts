import type { ServiceCredential } from '@tollgate/config';
import {
  WalletServiceService,
  type KeyUsage,
  type LoadTillRequest,
  type WalletServiceServer,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createGrpcPart, unaryHandler, type GrpcPart } from '@tollgate/rpc';

export interface FakeBilling {
  readonly part: GrpcPart;
  /** Posted balances by wallet; a wallet that is not here was never credited. */
  readonly balances: Map<string, bigint>;
  /** How far a wallet may go below zero; prepaid ones are not here. */
  readonly creditLines: Map<string, bigint>;
  readonly usages: Map<string, Partial<KeyUsage>>;
  /** How long a call takes. */
  delayMs: number;
  /** What the book copies into the till. */
  onLoadTill: (request: LoadTillRequest) => Promise<void>;
}

/** A real gRPC server with the wallets a test wants. */
export function createFakeBilling(credential: ServiceCredential): FakeBilling {
  const balances = new Map<string, bigint>();
  const creditLines = new Map<string, bigint>();
  const usages = new Map<string, Partial<KeyUsage>>();
  const implementation: WalletServiceServer = {
    getWallet: unaryHandler(async ({ walletId }) => {
      await new Promise((resolve) => setTimeout(resolve, billing.delayMs));
      const balanceNanos = balances.get(walletId) ?? 0n;
      return {
        wallet: {
          walletId,
          balanceNanos,
          version: 1n,
          totalCreditsNanos: balanceNanos + 1_500_000_000n,
          totalUsageNanos: 1_500_000_000n,
          heldNanos: 0n,
          creditLineNanos: creditLines.get(walletId) ?? 0n,
        },
      };
    }),
    loadGoodwill: unaryHandler(async () => ({})),
    loadTill: unaryHandler(async (request) => {
      await billing.onLoadTill(request);
      return {};
    }),
    bookHold: unaryHandler(() => Promise.reject(new AppError('not_found'))),
    captureHold: unaryHandler(() => Promise.reject(new AppError('not_found'))),
    releaseHold: unaryHandler(() => Promise.reject(new AppError('not_found'))),
    listKeyUsage: unaryHandler(async ({ keyIds }) => ({
      usages: keyIds.map((keyId) => ({ ...noUsage, ...usages.get(keyId), keyId })),
    })),
    listKeyTotals: unaryHandler(async ({ keyIds }) => ({
      totals: keyIds
        .filter((keyId) => usages.has(keyId))
        .map((keyId) => ({ ...noUsage, ...usages.get(keyId), keyId })),
    })),
  };
  const part = createGrpcPart({
    name: 'billing',
    host: '127.0.0.1',
    port: 0,
    services: [{ definition: WalletServiceService, implementation }],
    credential,
    logger: silentLogger,
    metrics: createMetrics('fake-billing'),
  });
  const onLoadTill = async (): Promise<void> => undefined;
  const billing: FakeBilling = {
    part,
    balances,
    creditLines,
    usages,
    delayMs: 0,
    onLoadTill,
  };
  return billing;
}

const noUsage: KeyUsage = {
  keyId: '',
  totalNanos: 0n,
  dayNanos: 0n,
  weekNanos: 0n,
  monthNanos: 0n,
  requests: 0n,
  dayRequests: 0n,
  weekRequests: 0n,
  monthRequests: 0n,
  totalTokens: 0n,
  lastUsedMs: 0n,
};
