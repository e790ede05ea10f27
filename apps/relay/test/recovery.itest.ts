import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BillingOutcome, topics } from '@tollgate/contracts';
import { createEventLog, type EventLog } from '@tollgate/event-log';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { Spool } from '@tollgate/spool';
import {
  createTestDatabase,
  startTestRedis,
  waitUntil,
  type TestDatabase,
  type TestRedis,
} from '@tollgate/testing';
import { InstanceRegistry, openEpoch, Till, type HoldRef } from '@tollgate/till';
import { EpochGuard } from '../src/holds/epoch-guard';
import { HoldKeeper } from '../src/holds/hold-keeper';
import { createRecoveryPart, registerHolds } from '../src/holds/recover-holds';
import { SettleQueue } from '../src/holds/settle-queue';
import { PublishSpoolJob } from '../src/spool/publish-spool.job';
import { makeUsageRecord, encodeUsageRecord } from '../src/call/settle/make-usage-record';
import { aHeldCall } from './support/build-calls';

let testDatabase: TestDatabase<'eventlog'>;
let server: TestRedis;
let redis: Redis;
let till: Till;
let eventLog: EventLog;
const published: string[] = [];
let directory: string;
let instance: string;

const balanceNanos = 100n;

/** One life of a relay: what start.ts makes of holds, on real stores. */
interface Life {
  readonly spool: Spool;
  readonly keeper: HoldKeeper;
  readonly start: () => Promise<void>;
  /** As after kill -9: nothing is flushed or released. */
  readonly die: () => void;
}

function beginLife(): Life {
  const registry = new InstanceRegistry(redis);
  const spool = Spool.open({ directory, bytesMax: 1_000_000, logger: silentLogger });
  const settleQueue = new SettleQueue({ till, onSpend: () => undefined, logger: silentLogger });
  const epoch: EpochGuard = new EpochGuard({
    openEpoch: () => openEpoch(redis),
    registerHolds: () => registerHolds({ instance, till, registry, spool, keeper, settleQueue }),
    logger: silentLogger,
  });
  const keeper: HoldKeeper = new HoldKeeper({
    instance,
    till,
    registry,
    epoch,
    settleQueue,
    loadTill: (walletId) =>
      till.load({
        walletId,
        postedNanos: balanceNanos,
        version: 1n,
        creditNanos: 0n,
        postedHoldIds: [],
        counters: [],
      }),
    logger: silentLogger,
  });
  const recovery = createRecoveryPart({
    instance,
    till,
    registry,
    spool,
    onForgotten: () => keeper.forgetWallets(),
    logger: silentLogger,
  });
  return {
    spool,
    keeper,
    start: async () => {
      await epoch.start();
      await recovery.start?.();
    },
    die: () => {
      epoch.stop();
      void recovery.stop?.();
    },
  };
}

async function place(life: Life, walletId: string, amountNanos: bigint): Promise<HoldRef> {
  const holdId = makeUlid(Date.now());
  const result = await life.keeper.place({
    walletId,
    holdId,
    amountNanos,
    floorNanos: amountNanos,
    limits: [],
  });
  if (result.kind !== 'placed') throw new Error(`refused: ${result.refusal.kind}`);
  return result.hold;
}

async function registerFor(name: string, walletId: string, amountNanos: bigint): Promise<HoldRef> {
  const holdId = makeUlid(Date.now());
  const hold = { walletId, holdId, instance: name, amountNanos, counters: [] };
  await till.register(hold);
  return hold;
}

/** The record of a call that ended at this cost. */
function makeRecord(hold: HoldRef, costNanos: bigint): Buffer {
  const call = aHeldCall({ caller: { walletId: hold.walletId } });
  const record = makeUsageRecord(
    { ...call, ulid: hold.holdId, hold },
    {
      outcome:
        costNanos > 0n
          ? BillingOutcome.BILLING_OUTCOME_CHARGED
          : BillingOutcome.BILLING_OUTCOME_REFUNDED_UPSTREAM,
      attempts: [],
      isCancelled: false,
      errorCode: '',
      costNanos,
    },
  );
  return encodeUsageRecord(record);
}

const listHolds = async (walletId: string): Promise<string[]> =>
  (await till.listHolds(walletId)).map(
    ({ state, amountNanos, holdId }) => `${state} ${amountNanos} ${holdId}`,
  );

beforeAll(async () => {
  [testDatabase, server] = await Promise.all([
    createTestDatabase({ schemas: ['eventlog'] }),
    startTestRedis(),
  ]);
  redis = createRedis({ url: server.urlOf('relay'), name: 'test', logger: silentLogger });
  await redis.connect();
  till = new Till(redis);
  eventLog = createEventLog({
    settings: {
      adapter: 'postgres',
      databaseUrl: testDatabase.urlOf('eventlog'),
      kafkaBrokers: [],
    },
    clientId: 'test',
    logger: silentLogger,
  });
  await eventLog.subscribe({
    topic: topics.usage,
    group: 'test',
    handle: async (events) => void published.push(...events.map(({ id }) => id)),
  });
});

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'recovery-'));
  instance = `relay-${directory.slice(-6)}`;
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

afterAll(async () => {
  await eventLog.close();
  redis.disconnect();
  await server.stop();
  await testDatabase.drop();
});

describe('a relay that starts after its previous process was killed', () => {
  it('finalizes what that process recorded, publishes it, and releases the rest', async () => {
    const former = beginLife();
    await former.start();
    const recorded = await place(former, 'w-killed', 60n);
    const open = await place(former, 'w-killed', 30n);
    await former.spool.append(makeRecord(recorded, 7n));
    former.die();
    expect((await listHolds('w-killed')).sort()).toEqual(
      [`open 60 ${recorded.holdId}`, `open 30 ${open.holdId}`].sort(),
    );

    const life = beginLife();
    const publisher = new PublishSpoolJob({
      spool: life.spool,
      eventLog,
      logger: silentLogger,
    });
    publisher.start();
    await life.start();
    expect(await listHolds('w-killed')).toEqual([`final 7 ${recorded.holdId}`]);
    expect(await till.readWallet('w-killed')).toMatchObject({ heldNanos: 7n });

    // No further call comes: what was left behind must go out all the same.
    await waitUntil(() => published.includes(recorded.holdId), { timeoutMs: 30_000 });
    expect(published).not.toContain(open.holdId);
    life.die();
    await publisher.stop();
    await life.spool.close();
  });

  it('publishes nothing before the till has the charge', async () => {
    const former = beginLife();
    await former.start();
    const recorded = await place(former, 'w-order', 60n);
    await former.spool.append(makeRecord(recorded, 7n));
    former.die();

    const life = beginLife();
    expect(life.spool.readBatch(10)).toEqual([]);
    await life.start();
    expect(life.spool.readBatch(10)).toHaveLength(1);
    life.die();
    await life.spool.close();
  });

  it('does not bring back a hold for a call that cost nothing', async () => {
    const former = beginLife();
    await former.start();
    const failed = await place(former, 'w-free', 60n);
    await former.spool.append(makeRecord(failed, 0n));
    former.die();
    const life = beginLife();
    await life.start();
    expect(await listHolds('w-free')).toEqual([]);
    life.die();
    await life.spool.close();
  });

  it('leaves the open holds of other relays unchanged', async () => {
    const other = await registerFor('relay-other', 'w-shared', 20n);
    const former = beginLife();
    await former.start();
    await place(former, 'w-shared', 30n);
    former.die();
    const life = beginLife();
    await life.start();
    expect(await listHolds('w-shared')).toEqual([`open 20 ${other.holdId}`]);
    life.die();
    await life.spool.close();
  });
});

describe('a Redis that is emptied while calls run', () => {
  it('registers open and recorded calls before any call is admitted', async () => {
    const life = beginLife();
    await life.start();
    const open = await place(life, 'w-emptied', 50n);
    const recorded = await place(life, 'w-emptied', 40n);
    await life.spool.append(makeRecord(recorded, 30n));
    await server.restartEmpty();

    const holdId = makeUlid(Date.now());
    const next = { walletId: 'w-emptied', holdId, amountNanos: 60n, floorNanos: 60n, limits: [] };
    const result = await waitUntil(() => life.keeper.place(next).catch(() => undefined), {
      timeoutMs: 30_000,
    });
    // 100 are posted; without the holds the call would have been admitted.
    expect(result).toMatchObject({
      kind: 'refused',
      refusal: { kind: 'no-funds', availableNanos: 20n },
    });
    expect((await listHolds('w-emptied')).sort()).toEqual([
      `final 30 ${recorded.holdId}`,
      `open 50 ${open.holdId}`,
    ]);
    life.die();
    await life.spool.close();
  });
});
