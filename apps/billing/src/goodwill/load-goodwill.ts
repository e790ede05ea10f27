import type { Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import { getGoodwillResetMs, type GoodwillState } from '@tollgate/till';
import { computeGoodwillLimit, type GoodwillStanding } from './goodwill';

/** The till as far as goodwill is concerned. */
export interface GoodwillTill {
  load(walletId: string, limitNanos: Nanos, used: GoodwillStanding['used']): Promise<void>;
  read(walletId: string): Promise<GoodwillState | undefined>;
}

export interface GoodwillOptions {
  readonly baseNanos: Nanos;
  readonly readStanding: (walletId: string) => Promise<GoodwillStanding>;
  readonly till: GoodwillTill;
  readonly logger: Logger;
}

export type LoadGoodwill = (walletId: string) => Promise<void>;
export type GetGoodwill = (walletId: string) => Promise<GoodwillState>;

/** Copies the allowance of a wallet and its posted uses into the till. */
export function loadGoodwillUseCase(options: Omit<GoodwillOptions, 'logger'>): LoadGoodwill {
  return async (walletId) => {
    const standing = await options.readStanding(walletId);
    const limitNanos = computeGoodwillLimit(options.baseNanos, standing);
    await options.till.load(walletId, limitNanos, standing.used);
  };
}

/** The till may have uses that are not posted yet; the book has the newest limit. */
export function getGoodwillUseCase(options: GoodwillOptions): GetGoodwill {
  const { baseNanos, logger, readStanding, till } = options;
  return async (walletId) => {
    const standing = await readStanding(walletId);
    const limitNanos = computeGoodwillLimit(baseNanos, standing);
    const posted = describeUses(standing.used);
    const known = await till.read(walletId).catch((error: unknown) => {
      logger.warn('goodwill answered without the till', { error });
      return undefined;
    });
    const isTillAhead = known !== undefined && known.usedNanos > posted.usedNanos;
    return { ...(isTillAhead ? known : posted), limitNanos };
  };
}

function describeUses(used: GoodwillStanding['used']): Omit<GoodwillState, 'limitNanos'> {
  const usedNanos = used.reduce((total, { nanos }) => total + nanos, 0n);
  const oldest = Math.min(...used.map(({ bucket }) => bucket));
  return { usedNanos, resetsAtMs: used.length === 0 ? undefined : getGoodwillResetMs(oldest) };
}
