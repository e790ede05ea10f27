import { startBeat, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import { beatIntervalMs, type InstanceRegistry, type Till } from '@tollgate/till';
import type { HoldKeeper } from './hold-keeper';
import type { SettleQueue } from './settle-queue';
import { readHoldOfRecord } from '../call/settle/make-usage-record';

export interface RecoveryOptions {
  readonly instance: string;
  readonly till: Till;
  readonly registry: InstanceRegistry;
  readonly spool: Spool;
  /** This relay was declared dead: the registrations of its wallets are gone. */
  readonly onForgotten: () => void;
  readonly logger: Logger;
}

/** Finalizes every charge that is recorded on disk and not published yet. */
async function finalizeBacklog(
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

/** Registers every open and final hold of this relay in a till that has lost them. */
export async function registerHolds(
  options: Pick<RecoveryOptions, 'instance' | 'registry' | 'spool' | 'till'> & {
    readonly keeper: HoldKeeper;
    readonly settleQueue: SettleQueue;
  },
): Promise<void> {
  const { instance, keeper, registry, till } = options;
  keeper.forgetWallets();
  keeper.forgetLeases();
  await finalizeBacklog(options);
  for (const { hold, costNanos } of options.settleQueue.listFinal())
    await till.finalize(hold, costNanos);
  const open = keeper.listOpen();
  // The wallets first, as with a new hold: if this relay dies, the sweeper finds its holds by them.
  for (const walletId of new Set(open.map((hold) => hold.walletId))) {
    await registry.noteWallet(instance, walletId);
  }
  for (const hold of open) {
    if (!keeper.isOpen(hold)) continue;
    await till.register(hold);
    // It may have ended in the meantime, before it was registered again: then nothing else would
    // end it.
    if (!keeper.isOpen(hold)) await till.release(hold.walletId, hold.holdId);
  }
}

/**
 * Settles the holds of the previous process of this instance: finalizes its recorded charges, then
 * releases what is still open. In the reverse order, a recorded call would be released before it is
 * charged.
 */
export function createRecoveryPart(options: RecoveryOptions): Part {
  const { instance, logger, registry, spool, till } = options;
  let stopBeats: (() => void) | undefined;
  const beat = async (): Promise<void> => {
    try {
      if (await registry.beat(instance)) options.onForgotten();
    } catch (error) {
      logger.warn('relay heartbeat failed', { error });
    }
  };
  return {
    name: 'hold recovery',
    start: async () => {
      await registry.beat(instance);
      const finalized = await finalizeBacklog(options);
      spool.endRecovery();
      let released = 0;
      // Even if no wallet was noted: Redis may have been emptied between the note and the hold.
      const noted = await registry.listWallets(instance);
      for (const walletId of new Set([...noted, ...(await till.listWalletsWithHolds())])) {
        released += await till.sweep(walletId, instance);
        await registry.forgetWallet(instance, walletId);
      }
      if (finalized + released > 0)
        logger.info('holds of the previous process settled', { finalized, released });
      stopBeats = startBeat(beatIntervalMs, () => void beat());
    },
    // The instance stays registered: if it does not return, the sweeper releases its holds.
    stop: () => stopBeats?.(),
  };
}
