import type { Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import { beatIntervalMs, type InstanceRegistry, type Till } from '@tollgate/till';
import type { HoldKeeper } from './hold-keeper';
import type { SettleQueue } from './settle-queue';
import { readHoldOfRecord } from '../call/settle/encode-usage-record';

export interface RecoveryOptions {
  readonly instance: string;
  readonly till: Till;
  readonly registry: InstanceRegistry;
  readonly spool: Spool;
  /** This relay was given up as silent: what others noted of it is gone. */
  readonly onForgotten: () => void;
  readonly logger: Logger;
}

/** Tells the till of every charge that is recorded on disk and not yet published. */
export async function finalizeBacklog(
  options: Pick<RecoveryOptions, 'instance' | 'spool' | 'till'>,
): Promise<number> {
  let count = 0;
  for (const record of options.spool.listBacklog()) {
    const settled = readHoldOfRecord(record.payload, options.instance);
    if (settled === undefined || settled.costNanos === 0n) continue;
    await options.till.finalize(settled.hold, settled.costNanos);
    count += 1;
  }
  return count;
}

/** Everything this relay knows of, for a till that has forgotten it. */
export async function registerHolds(
  options: Pick<RecoveryOptions, 'instance' | 'registry' | 'spool' | 'till'> & {
    readonly keeper: HoldKeeper;
    readonly settleQueue: SettleQueue;
  },
): Promise<void> {
  const { instance, keeper, registry, till } = options;
  keeper.forgetWallets();
  await finalizeBacklog(options);
  for (const { hold, costNanos } of options.settleQueue.listFinal())
    await till.finalize(hold, costNanos);
  const open = keeper.listOpen();
  // The wallets come first, as with a new hold: should this relay die, others must find them.
  for (const walletId of new Set(open.map((hold) => hold.walletId))) {
    await registry.noteWallet(instance, walletId);
  }
  for (const hold of open) {
    if (!keeper.isOpen(hold)) continue;
    await till.register(hold);
    // It may have ended meanwhile, and its end been heard first: nobody would end it again.
    if (!keeper.isOpen(hold)) await till.release(hold.walletId, hold.holdId);
  }
}

/**
 * What a former life of this instance left behind: first its recorded charges become final, then
 * what is still open belongs to nobody and is given back. The order matters: the other way round a
 * recorded call would be released before it is charged.
 */
export function createRecoveryPart(options: RecoveryOptions): Part {
  const { instance, logger, registry, spool, till } = options;
  let timer: NodeJS.Timeout | undefined;
  const beat = async (): Promise<void> => {
    try {
      if (await registry.beat(instance)) options.onForgotten();
    } catch (error) {
      logger.warn('relay could not beat', { error });
    }
  };
  return {
    name: 'hold recovery',
    start: async () => {
      await registry.beat(instance);
      const finalized = await finalizeBacklog(options);
      spool.endRecovery();
      let released = 0;
      // Also where nothing was noted: Redis may have been emptied between the note and the hold.
      const noted = await registry.listWallets(instance);
      for (const walletId of new Set([...noted, ...(await till.listWalletsWithHolds())])) {
        released += await till.sweep(walletId, instance);
        await registry.forgetWallet(instance, walletId);
      }
      if (finalized + released > 0)
        logger.info('holds of a former life settled', { finalized, released });
      timer = setInterval(() => void beat(), beatIntervalMs);
    },
    // The instance stays on record: should it not return, the sweeper cleans up after it.
    stop: () => clearInterval(timer),
  };
}
