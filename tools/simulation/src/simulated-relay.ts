import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@tollgate/observability';
import { Spool } from '@tollgate/spool';
import type { Goodwill, InstanceRegistry, SpendCounter, Till } from '@tollgate/till';
import { EpochGuard } from '../../../apps/relay/src/holds/epoch-guard';
import { GoodwillKeeper } from '../../../apps/relay/src/holds/goodwill-keeper';
import { HoldKeeper } from '../../../apps/relay/src/holds/hold-keeper';
import { createRecoveryPart, registerHolds } from '../../../apps/relay/src/holds/recover-holds';
import { SettleQueue } from '../../../apps/relay/src/holds/settle-queue';
import { PublishSpoolJob } from '../../../apps/relay/src/spool/publish-spool.job';
import { CallSettler } from '../../../apps/relay/src/call/settle/settle-call';
import { Life, type Network } from './network';
import type { SimulatedDisk } from './simulated-disk';
import type { SimulatedEventLog } from './simulated-event-log';
import type { SimulatedTill } from './simulated-till';

/** The lock of a spool is a real file; everything else is on the simulated disk. */
const directory = mkdtempSync(join(tmpdir(), 'simulation-'));

/** Almost every call asks for a lease, or is paid from one. */
const leaseRules = { callsPerSecondMin: 1, callsPerLease: 2n };

export interface RelayWorld {
  readonly network: Network;
  readonly till: SimulatedTill;
  readonly eventLog: SimulatedEventLog;
  readonly onExcess: () => void;
  readonly loadGoodwill: (life: Life, walletId: string) => Promise<void>;
  readonly loadTill: (
    life: Life,
    walletId: string,
    counters: readonly SpendCounter[],
  ) => Promise<void>;
}

/** One life of a relay: the real parts, wired as in the service, on simulated ground. */
export class SimulatedRelay {
  readonly life = new Life();
  readonly keeper: HoldKeeper;
  readonly settler: CallSettler;
  readonly spool: Spool;
  readonly settleQueue: SettleQueue;
  readonly #start: () => Promise<void>;
  isStarted = false;

  constructor(instance: string, disk: SimulatedDisk, world: RelayWorld) {
    const { life } = this;
    const till = carryTill(world, life);
    const registry = carryRegistry(world, life);
    const files = disk.openFor(life);
    const logger = silentLogger;
    this.spool = Spool.open({
      directory,
      bytesMax: 1_000_000,
      segmentBytesMax: 2_000,
      files,
      logger,
    });
    const { spool } = this;
    this.settleQueue = new SettleQueue({ till, onSpend: () => undefined, logger });
    const { settleQueue } = this;
    const epoch: EpochGuard = new EpochGuard({
      openEpoch: () => world.network.call(life, 'redis', () => world.till.openEpoch()),
      registerHolds: () =>
        registerHolds({ instance, till, registry, spool, keeper: this.keeper, settleQueue }),
      logger,
    });
    const loadTill = (walletId: string, counters: readonly SpendCounter[]): Promise<void> =>
      world.loadTill(life, walletId, counters);
    this.keeper = new HoldKeeper({
      instance,
      till,
      registry,
      epoch,
      settleQueue,
      loadTill,
      leaseRules,
      logger,
    });
    const eventLog = world.eventLog.asPublisher((deed) => world.network.call(life, 'log', deed));
    const publisher = new PublishSpoolJob({ spool, eventLog, logger });
    this.settler = new CallSettler({
      spool,
      holds: this.keeper,
      noteUnbilledCancel: () => undefined,
      goodwill: new GoodwillKeeper({
        goodwill: carryGoodwill(world, life),
        load: (walletId) => world.loadGoodwill(life, walletId),
        logger,
      }),
      onRecorded: () => publisher.wake(),
      metrics: { countCall: () => undefined, countExcess: world.onExcess },
      logger,
    });
    const onForgotten = (): void => this.keeper.forgetWallets();
    const recovery = createRecoveryPart({ instance, till, registry, spool, onForgotten, logger });
    this.#start = async () => {
      publisher.start();
      await epoch.start();
      await recovery.start?.();
    };
  }

  /** False: the start failed, and with it this life; a supervisor begins another. */
  async start(): Promise<boolean> {
    try {
      await this.#start();
      this.isStarted = true;
    } catch {
      this.life.end();
    }
    return this.isStarted;
  }
}

type CarriedStep =
  | 'admit'
  | 'finalize'
  | 'listWalletsWithHolds'
  | 'pauseLeases'
  | 'register'
  | 'release'
  | 'settle'
  | 'shrink'
  | 'sweep';

function carryTill({ network, till }: RelayWorld, life: Life): Till {
  const carry = <T>(deed: () => T): Promise<T> => network.call(life, 'redis', deed);
  const carried: Pick<Till, CarriedStep> = {
    admit: (request) => carry(() => till.admit(request)),
    settle: (walletId, instance, endings) => carry(() => till.settle(walletId, instance, endings)),
    finalize: (hold, costNanos) =>
      carry(() => till.settle(hold.walletId, hold.instance, [{ ...hold, costNanos }])[0] ?? false),
    release: (walletId, holdId) =>
      carry(() => void till.settle(walletId, '', [{ holdId, counters: [], costNanos: undefined }])),
    shrink: (request) => carry(() => till.shrink(request)),
    pauseLeases: (walletId, instance) => carry(() => till.pauseLeases(walletId, instance)),
    register: (hold) => carry(() => till.register(hold)),
    sweep: (walletId, instance) => carry(() => till.sweep(walletId, instance)),
    listWalletsWithHolds: () => carry(() => till.listWalletsWithHolds()),
  };
  return carried as Till;
}

function carryGoodwill({ network, till }: RelayWorld, life: Life): Pick<Goodwill, 'read' | 'use'> {
  const carry = <T>(deed: () => T): Promise<T> => network.call(life, 'redis', deed);
  return {
    use: (walletId, valueNanos, { mustBeFresh }) =>
      carry(() => till.goodwill.use(walletId, valueNanos, mustBeFresh)),
    read: () => Promise.resolve(undefined),
  };
}

function carryRegistry({ network, till }: RelayWorld, life: Life): InstanceRegistry {
  const carry = <T>(deed: () => T): Promise<T> => network.call(life, 'redis', deed);
  const carried: Pick<InstanceRegistry, 'beat' | 'forgetWallet' | 'listWallets' | 'noteWallet'> = {
    beat: (instance) => carry(() => till.beat(instance)),
    noteWallet: (instance, walletId) => carry(() => till.noteWallet(instance, walletId)),
    listWallets: (instance) => carry(() => till.listWallets(instance)),
    forgetWallet: (instance, walletId) => carry(() => till.forgetWallet(instance, walletId)),
  };
  return carried as InstanceRegistry;
}
