import type { WalletClient } from '@tollgate/clients';
import type { Part } from '@tollgate/lifecycle';
import type { Spool } from '@tollgate/spool';
import { Goodwill, InstanceRegistry, openEpoch, Till } from '@tollgate/till';
import { EpochGuard } from './holds/epoch-guard';
import { GoodwillKeeper } from './holds/goodwill-keeper';
import { HoldKeeper } from './holds/hold-keeper';
import { createNoteSender, type SendNote } from './spool/send-note';
import { createSpendNote, createTripNote } from './holds/notes';
import { createRecoveryPart, registerHolds } from './holds/recover-holds';
import { SettleQueue } from './holds/settle-queue';
import type { AdmitVideoOptions } from './call/admit-video';
import type { RedisSessionQuotasOptions } from './call/admit/quota/redis-session-quotas';
import { PublishSpoolJob } from './spool/publish-spool.job';
import type { Base } from './wire-base';

export interface WiredHolds {
  readonly parts: readonly Part[];
  readonly spool: Spool;
  readonly keeper: HoldKeeper;
  readonly goodwill: GoodwillKeeper;
  readonly settleQueue: SettleQueue;
  readonly publisher: PublishSpoolJob;
  readonly sendNote: SendNote;
  readonly loadSessionUse: RedisSessionQuotasOptions['loadUse'];
  readonly bookHold: AdmitVideoOptions['bookHold'];
}

/** Holds, their settlement, and the spool to the event log. */
export function wireHolds(
  { config, eventLog, logger, reachCrashPoint, redis }: Base,
  spool: Spool,
  wallets: WalletClient,
): WiredHolds {
  const { instanceId: instance } = config;
  const till = new Till(redis);
  const registry = new InstanceRegistry(redis);
  const settleQueue = new SettleQueue({ till, onSpend: createSpendNote(redis, logger), logger });
  const epoch: EpochGuard = new EpochGuard({
    openEpoch: () => openEpoch(redis),
    registerHolds: () => registerHolds({ instance, till, registry, spool, keeper, settleQueue }),
    logger,
  });
  redis.on('close', () => epoch.noteLostConnection());
  const sendNote = createNoteSender({ spool, onSent: () => publisher.wake(), logger });
  const load = (walletId: string): Promise<void> => wallets.loadGoodwill(walletId);
  const goodwill = new GoodwillKeeper({ goodwill: new Goodwill(redis), load, logger });
  const keeper: HoldKeeper = new HoldKeeper({
    instance,
    till,
    registry,
    epoch,
    settleQueue,
    goodwill,
    loadTill: (walletId, counters) => wallets.loadTill(walletId, counters),
    onTripped: createTripNote(sendNote),
    reachCrashPoint,
    logger,
  });
  const publisher: PublishSpoolJob = new PublishSpoolJob({
    spool,
    eventLog,
    reachCrashPoint,
    logger,
  });
  const parts = [
    { name: 'spool', stop: () => spool.close() },
    publisher,
    settleQueue,
    keeper,
    // Before the first record is published, the till has every hold of this relay.
    epoch,
    createRecoveryPart({
      instance,
      till,
      registry,
      spool,
      onForgotten: () => keeper.forgetWallets(),
      logger,
    }),
  ];
  const asked = { loadSessionUse: createUseLoader(wallets), bookHold: createHoldBooker(wallets) };
  return { parts, spool, keeper, goodwill, settleQueue, publisher, sendNote, ...asked };
}

function createHoldBooker(wallets: WalletClient): WiredHolds['bookHold'] {
  return ({ holdId, walletId }, reference) => wallets.bookHold({ walletId, holdId, reference });
}

function createUseLoader(wallets: WalletClient): WiredHolds['loadSessionUse'] {
  return async ({ keyId, walletId }) => {
    const [use] = await wallets.listKeyUsage(walletId, [keyId]);
    return { requests: use?.requests ?? 0, tokens: use?.totalTokens ?? 0 };
  };
}
