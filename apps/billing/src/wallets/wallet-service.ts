import { type WalletServiceServer, WalletServiceService } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { type GrpcService, unaryHandler } from '@tollgate/rpc';
import { parseCounterField, type SpendCounter } from '@tollgate/till';
import type { LoadGoodwill } from '../goodwill/load-goodwill';
import type { BookHold } from '../holds/book-hold';
import type { CloseHold } from '../holds/close-hold';
import { checkHold, decodeEnd, type DecodeUsage, encodeHold } from '../holds/encode-hold';
import type { LoadTill } from './load-till';
import type { KeyTotal, KeyUsage, Wallet } from './wallet';

export interface WalletServiceOptions {
  readonly findWallet: (walletId: string) => Promise<Wallet>;
  readonly loadTill: LoadTill;
  readonly loadGoodwill: LoadGoodwill;
  readonly bookHold: BookHold;
  readonly closeHold: CloseHold;
  readonly decodeUsage: DecodeUsage;
  readonly listKeyUsage: (walletId: string, keyIds: readonly string[]) => Promise<KeyUsage[]>;
  readonly listKeyTotals: (walletId: string, keyIds: readonly string[]) => Promise<KeyTotal[]>;
}

const keysMax = 100;
const totalsMax = 10_000;
const countersMax = 32;

/** Which call does what; everything is decided behind it. */
export function createWalletService(options: WalletServiceOptions): GrpcService {
  const implementation: WalletServiceServer = {
    getWallet: unaryHandler(async ({ walletId }) => ({
      wallet: await options.findWallet(walletId),
    })),

    loadTill: unaryHandler(async ({ walletId, counters }) => {
      if (walletId === '') throw new AppError('bad_request', { message: 'wallet_id is required' });
      if (counters.length > countersMax)
        throw new AppError('bad_request', { message: 'too many counters' });
      await options.loadTill(walletId, counters.map(decodeCounter));
      return {};
    }),

    loadGoodwill: unaryHandler(async ({ walletId }) => {
      if (walletId === '') throw new AppError('bad_request', { message: 'wallet_id is required' });
      await options.loadGoodwill(walletId);
      return {};
    }),

    bookHold: unaryHandler(async ({ holdId, reference, walletId }) => {
      checkHold(walletId, holdId);
      return { hold: encodeHold(await options.bookHold({ walletId, holdId, reference })) };
    }),

    captureHold: unaryHandler(async (request) => {
      const end = decodeEnd(request, 'captured', options.decodeUsage);
      return { hold: encodeHold(await options.closeHold(end)) };
    }),

    releaseHold: unaryHandler(async (request) => {
      const end = decodeEnd(request, 'released', options.decodeUsage);
      return { hold: encodeHold(await options.closeHold(end)) };
    }),

    listKeyUsage: unaryHandler(async ({ walletId, keyIds }) => {
      if (keyIds.length > keysMax) throw new AppError('bad_request', { message: 'too many keys' });
      return { usages: await options.listKeyUsage(walletId, keyIds) };
    }),

    listKeyTotals: unaryHandler(async ({ walletId, keyIds }) => {
      if (keyIds.length > totalsMax)
        throw new AppError('bad_request', { message: 'too many keys' });
      return { totals: await options.listKeyTotals(walletId, keyIds) };
    }),
  };
  const callers = ['auth', 'orgs', 'relay', 'video'];
  return { definition: WalletServiceService, implementation, callers };
}

function decodeCounter(counter: { scope: string; scopeId: string; window: string }): SpendCounter {
  try {
    return parseCounterField([counter.scope, counter.scopeId, counter.window].join('|'));
  } catch (cause) {
    throw new AppError('bad_request', { message: 'unknown spend counter', cause });
  }
}
