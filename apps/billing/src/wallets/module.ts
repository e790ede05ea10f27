import type { Handlers } from '@tollgate/http';
import type { Database } from '@tollgate/postgres';
import type { GrpcService } from '@tollgate/rpc';
import { decodeReceiptDetails } from '../generations/decode-receipt';
import { UsageReader } from '../generations/usage-reader';
import type { GetGoodwill, LoadGoodwill } from '../goodwill/load-goodwill';
import type { BookHold } from '../holds/book-hold';
import type { CloseHold } from '../holds/close-hold';
import { createBookStore } from '../ledger/book-store';
import { decodeUsage } from '../ledger/decode-usage';
import type { ModulePorts } from '../shared/module-ports';
import type { creditOperations } from './credits.operations';
import { createCreditsRoute } from './credits.route';
import { getCreditsUseCase } from './get-credits';
import { WalletReader } from './wallet-reader';
import { createWalletService } from './wallet-service';

export interface WalletsModuleOptions extends ModulePorts {
  /** The connections of lookups. */
  readonly lookups: Database;
  readonly getGoodwill: GetGoodwill;
  readonly loadGoodwill: LoadGoodwill;
  readonly bookHold: BookHold;
  readonly closeHold: CloseHold;
}

/** Wallets for their owners and for the other services. */
export function createWalletsModule(options: WalletsModuleOptions): {
  readonly handlers: Handlers<typeof creditOperations>;
  readonly services: readonly GrpcService[];
} {
  const { database, getNowMs, lookups } = options;
  const wallets = new WalletReader(database);
  const usage = new UsageReader(database, decodeReceiptDetails);
  const getCredits = getCreditsUseCase({ ...options, store: createBookStore(lookups) });
  return {
    handlers: { 'GET /v1/credits': createCreditsRoute(getCredits) },
    services: [
      createWalletService({
        ...options,
        decodeUsage,
        findWallet: (walletId) => wallets.find(walletId),
        listKeyUsage: (walletId, keyIds) => usage.listKeyUsage(walletId, keyIds, getNowMs()),
        listKeyTotals: (walletId, keyIds) => usage.listKeyTotals(walletId, keyIds),
      }),
    ],
  };
}
