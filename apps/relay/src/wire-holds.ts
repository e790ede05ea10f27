import { WalletServiceClient } from '@tollgate/contracts';
import type { Part } from '@tollgate/lifecycle';
import { callUnary, createGrpcClient } from '@tollgate/rpc';
import { Spool } from '@tollgate/spool';
import { Goodwill, InstanceRegistry, openEpoch, Till } from '@tollgate/till';
import { EpochGuard } from './holds/epoch-guard';
import { GoodwillKeeper } from './holds/goodwill-keeper';
import { HoldKeeper } from './holds/hold-keeper';
import { createNoteSender, type SendNote } from './holds/send-note';
import { createSpendNote } from './holds/notes';
import { createTripNote } from './holds/note-trips';
import { createRecoveryPart, registerHolds } from './holds/recover-holds';
import { SettleQueue } from './holds/settle-queue';
import type { AdmitVideoOptions } from './pipeline/admit-video';
import type { RedisSessionQuotasOptions } from './quota/redis-session-quotas';
import { PublishSpoolJob } from './jobs/publish-spool.job';
import type { Base } from './wire-base';

const loadTillDeadlineMs = 2_000;
const bookHoldDeadlineMs = 2_000;

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

/** Everything between a call and the event log that has to do with money. */
export function wireHolds({ config, eventLog, logger, reachCrashPoint, redis }: Base): WiredHolds {
  const { billingGrpcAddress: address, instanceId: instance, serviceSecret } = config;
  const spool = Spool.open({
    directory: config.spoolDirectory,
    bytesMax: config.spoolBytesMax,
    logger,
  });
  const till = new Till(redis);
  const registry = new InstanceRegistry(redis);
  const settleQueue = new SettleQueue({ till, onSpend: createSpendNote(redis, logger), logger });
  const epoch: EpochGuard = new EpochGuard({
    openEpoch: () => openEpoch(redis),
    registerHolds: () => registerHolds({ instance, till, registry, spool, keeper, settleQueue }),
    logger,
  });
  const billing = createGrpcClient(WalletServiceClient, { address, serviceSecret, logger });
  const sendNote = createNoteSender({ spool, onSent: () => publisher.wake(), logger });
  const load = createGoodwillLoader(billing);
  const goodwill = new GoodwillKeeper({ goodwill: new Goodwill(redis), load, logger });
  const keeper: HoldKeeper = new HoldKeeper({
    instance,
    till,
    registry,
    epoch,
    settleQueue,
    goodwill,
    loadTill: async (walletId, counters) => {
      const request = { walletId, counters: [...counters] };
      await callUnary(billing.loadTill.bind(billing), request, { deadlineMs: loadTillDeadlineMs });
    },
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
    { name: 'billing client', stop: () => billing.close() },
    { name: 'spool', stop: () => spool.close() },
    publisher,
    settleQueue,
    // The till knows every hold of this relay before the first record is published.
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
  const asked = { loadSessionUse: createUseLoader(billing), bookHold: createHoldBooker(billing) };
  return { parts, spool, keeper, goodwill, settleQueue, publisher, sendNote, ...asked };
}

function createGoodwillLoader(billing: WalletServiceClient): (walletId: string) => Promise<void> {
  const call = billing.loadGoodwill.bind(billing);
  return async (walletId) => {
    await callUnary(call, { walletId }, { deadlineMs: loadTillDeadlineMs });
  };
}

function createHoldBooker(billing: WalletServiceClient): WiredHolds['bookHold'] {
  const call = billing.bookHold.bind(billing);
  return async ({ holdId, walletId }, reference) => {
    await callUnary(call, { walletId, holdId, reference }, { deadlineMs: bookHoldDeadlineMs });
  };
}

function createUseLoader(billing: WalletServiceClient): WiredHolds['loadSessionUse'] {
  const call = billing.listKeyUsage.bind(billing);
  return async ({ keyId, walletId }) => {
    const request = { walletId, keyIds: [keyId] };
    const { usages } = await callUnary(call, request, { deadlineMs: loadTillDeadlineMs });
    const [use] = usages;
    return { requests: Number(use?.requests ?? 0n), tokens: Number(use?.totalTokens ?? 0n) };
  };
}
