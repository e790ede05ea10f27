import fc from 'fast-check';
import { makeHold, startTill, walletId, type TillFixture } from '../test/till-fixture';
import type { SpendLimit } from './limits';

let fixture: TillFixture;

beforeAll(async () => {
  fixture = await startTill();
});
afterAll(() => fixture.stop());

const startNanos = 1_000n;
const caps: readonly SpendLimit[] = [
  { scope: 'key', scopeId: 'key_1', window: 'total', limitNanos: 600n, rule: 'reserved' },
  { scope: 'user', scopeId: 'user_1', window: 'total', limitNanos: 800n, rule: 'settled' },
];
const fields = ['key|key_1|total', 'user|user_1|total'];

/** What a relay and the book remember, each for itself; the till must agree with both. */
class World {
  readonly open = new Map<string, { amount: bigint; instance: string; step: number }>();
  readonly finals = new Map<string, bigint>();
  readonly booked = new Map<string, bigint>();
  balance = startNanos;
  version = 1n;
  settled = 0n;
  postedSpend = 0n;

  get balanceRecord() {
    return { postedNanos: this.balance, version: this.version };
  }
}

interface Step {
  readonly name: string;
  readonly run: (world: World) => Promise<void>;
}

const holdIds = fc.constantFrom('h1', 'h2', 'h3', 'h4', 'h5', 'h6');
/** Calls that are paid from the hold of another id. */
const leasedIds = fc.constantFrom('c1', 'c2', 'c3');
const instances = fc.constantFrom('relay-1', 'relay-2');
const amounts = fc.bigInt(1n, 400n);
const { stringify } = JSON;
const step = (name: string, values: readonly unknown[], run: Step['run']): Step => ({
  name: `${name} ${stringify(values.map(String))}`,
  run,
});
const refOf = (holdId: string, amount: bigint, instance: string) => ({
  ...makeHold(holdId, amount, caps),
  instance,
});

const admits = fc.tuple(holdIds, amounts, amounts, instances).map(([holdId, one, two, instance]) =>
  step('admit', [holdId, one, two, instance], async ({ booked, finals, open }) => {
    if (booked.has(holdId) || finals.has(holdId)) return;
    const [floorNanos, amountNanos] = one < two ? [one, two] : [two, one];
    const request = { walletId, holdId, instance, amountNanos, floorNanos, limits: caps };
    const result = await fixture.till.admit(request);
    if (result.kind !== 'admitted') return;
    const before = open.get(holdId);
    if (before) expect(result.amountNanos).toBe(before.amount);
    else open.set(holdId, { amount: result.amountNanos, instance, step: 0 });
  }),
);
const leaseAdmits = fc
  .tuple(leasedIds, holdIds, fc.bigInt(1n, 40n), instances)
  .map(([holdId, leaseId, amountNanos, instance]) =>
    step('lease', [holdId, leaseId, amountNanos, instance], async ({ booked, finals, open }) => {
      if ([holdId, leaseId].some((id) => booked.has(id) || finals.has(id))) return;
      const isRepeat = open.has(leaseId) || open.has(holdId);
      const amounts = { amountNanos, floorNanos: amountNanos, ceilingNanos: amountNanos * 2n };
      const request = { walletId, holdId, leaseId, instance, ...amounts, limits: caps };
      const result = await fixture.till.admit(request);
      if (result.kind !== 'admitted') return;
      expect(await fixture.till.admit(request)).toEqual(result);
      if (isRepeat) return;
      const id = result.isLease === true ? leaseId : holdId;
      expect(result.amountNanos).toBe(amountNanos * (result.isLease === true ? 2n : 1n));
      open.set(id, { amount: result.amountNanos, instance, step: 0 });
    }),
  );
const extensions = fc.tuple(holdIds, amounts, fc.boolean()).map(([holdId, amount, isRepeat]) =>
  step('extend', [holdId, amount, isRepeat], async ({ open }) => {
    const hold = open.get(holdId);
    if (!hold) return;
    const next = isRepeat ? hold.step : hold.step + 1;
    if (next === 0) return;
    const result = await fixture.till.extend({
      hold: refOf(holdId, hold.amount, hold.instance),
      ...{ step: next, amountNanos: amount, floorNanos: 1n, limits: caps },
    });
    if (result.kind !== 'admitted') return;
    if (isRepeat) expect(result.amountNanos).toBe(hold.amount);
    open.set(holdId, { ...hold, amount: result.amountNanos, step: next });
  }),
);
const finalizations = fc.tuple(holdIds, fc.nat(100)).map(([holdId, percent]) =>
  step('finalize', [holdId, percent], async (world) => {
    const hold = world.open.get(holdId);
    if (!hold) return;
    const cost = (hold.amount * BigInt(percent)) / 100n;
    const ref = refOf(holdId, hold.amount, hold.instance);
    expect(await fixture.till.finalize(ref, cost)).toBe(true);
    expect(await fixture.till.finalize(ref, cost)).toBe(false);
    world.open.delete(holdId);
    world.finals.set(holdId, cost);
    world.settled += cost;
  }),
);
const leasedCharges = fc
  .tuple(holdIds, leasedIds, fc.nat(100), fc.nat(120))
  .map(([leaseId, holdId, percent, partPercent]) =>
    step('charge from', [leaseId, holdId, percent, partPercent], async (world) => {
      const lease = world.open.get(leaseId);
      if (!lease || world.finals.has(holdId) || world.open.has(holdId)) return;
      const part = (lease.amount * BigInt(partPercent)) / 100n;
      const taken = part < lease.amount ? part : lease.amount;
      const cost = (taken * BigInt(percent)) / 100n;
      const ref = { ...refOf(holdId, part, lease.instance), leaseId, leaseNanos: part };
      expect(await fixture.till.finalize(ref, cost)).toBe(true);
      expect(await fixture.till.finalize(ref, cost)).toBe(false);
      world.open.set(leaseId, { ...lease, amount: lease.amount - taken });
      world.finals.set(holdId, cost);
      world.settled += cost;
    }),
  );
const shrinkings = fc.tuple(holdIds, amounts, fc.boolean()).map(([holdId, amount, isRepeat]) =>
  step('shrink', [holdId, amount, isRepeat], async ({ open }) => {
    const hold = open.get(holdId);
    const next = (hold?.step ?? 0) + (isRepeat ? 0 : 1);
    if (next === 0) return;
    await fixture.till.shrink({ walletId, holdId, step: next, amountNanos: amount });
    if (hold === undefined || isRepeat) return;
    const left = hold.amount > amount ? hold.amount - amount : 0n;
    open.set(holdId, { ...hold, amount: left, step: next });
  }),
);
const releases = holdIds.map((holdId) =>
  step('release', [holdId], async ({ open }) => {
    await fixture.till.release(walletId, holdId);
    open.delete(holdId);
  }),
);
const sweeps = instances.map((instance) =>
  step('sweep', [instance], async ({ open }) => {
    await fixture.till.sweep(walletId, instance);
    for (const [holdId, hold] of open) if (hold.instance === instance) open.delete(holdId);
  }),
);
const postings = fc.tuple(fc.oneof(holdIds, leasedIds), fc.boolean()).map(([holdId, isLate]) =>
  step('post', [holdId, isLate], async (world) => {
    const cost = world.finals.get(holdId);
    if (cost === undefined) return;
    const late = world.balanceRecord;
    world.balance -= cost;
    world.version += 1n;
    world.postedSpend += cost;
    world.finals.delete(holdId);
    await fixture.till.post(walletId, world.balanceRecord, [holdId]);
    if (isLate) await fixture.till.post(walletId, late, [holdId]);
  }),
);
const bookings = holdIds.map((holdId) =>
  step('book', [holdId], async (world) => {
    const hold = world.open.get(holdId);
    if (!hold) return;
    world.balance -= hold.amount;
    world.version += 1n;
    world.open.delete(holdId);
    world.booked.set(holdId, hold.amount);
    const kept = { holdId, amountNanos: hold.amount, counters: caps };
    await fixture.till.book(walletId, world.balanceRecord, kept);
    await fixture.till.book(walletId, world.balanceRecord, kept);
  }),
);
const captures = fc.tuple(holdIds, fc.nat(100)).map(([holdId, percent]) =>
  step('capture', [holdId, percent], async (world) => {
    const amount = world.booked.get(holdId);
    if (amount === undefined) return;
    const costNanos = (amount * BigInt(percent)) / 100n;
    world.balance += amount - costNanos;
    world.version += 1n;
    world.booked.delete(holdId);
    world.settled += costNanos;
    world.postedSpend += costNanos;
    await fixture.till.unbook(walletId, world.balanceRecord, { holdId, costNanos });
    await fixture.till.unbook(walletId, world.balanceRecord, { holdId, costNanos });
  }),
);
const emptyings = fc.constant(
  step('empty', [], async (world) => {
    await fixture.redis.flushall();
    for (const [holdId, cost] of world.finals) {
      await fixture.till.finalize(refOf(holdId, cost, 'relay-1'), cost);
    }
    for (const [holdId, hold] of world.open) {
      await fixture.till.register(refOf(holdId, hold.amount, hold.instance));
      world.open.set(holdId, { ...hold, step: 0 });
    }
    await load(world);
  }),
);

async function load(world: World): Promise<void> {
  await fixture.till.load({
    ...{ walletId, ...world.balanceRecord, creditNanos: 0n, postedHoldIds: [] },
    bookedHolds: [...world.booked].map(([holdId, amountNanos]) => ({
      ...{ holdId, amountNanos, counters: caps },
    })),
    counters: caps.map((cap) => ({ ...cap, startMs: 0, spentNanos: world.postedSpend })),
  });
}

const sum = (values: Iterable<bigint>): bigint =>
  [...values].reduce((total, value) => total + value, 0n);

async function expectAgreement(world: World): Promise<void> {
  const openNanos = sum([...world.open.values()].map(({ amount }) => amount));
  const finalNanos = sum(world.finals.values());
  const wallet = await fixture.till.readWallet(walletId);
  const counters = await Promise.all(fields.map((field) => fixture.readCounter(field)));
  const counted = `${world.settled}|${openNanos + sum(world.booked.values())}`;
  expect({ wallet, counters }).toEqual({
    wallet: {
      postedNanos: world.balance,
      version: world.version,
      heldNanos: openNanos + finalNanos,
    },
    counters: [counted, counted],
  });
  expect(world.balance - openNanos - finalNanos).toBeGreaterThanOrEqual(0n);
  const listed = await fixture.till.listHolds(walletId);
  expect(listed.length).toBe(world.open.size + world.finals.size + world.booked.size);
}

const runs = 300;

describe('the till under any sequence of commands', () => {
  it('agrees with its holds and the book, and lets nothing go below zero', async () => {
    const steps = fc.oneof(
      { arbitrary: admits, weight: 4 },
      { arbitrary: extensions, weight: 2 },
      { arbitrary: finalizations, weight: 3 },
      { arbitrary: leasedCharges, weight: 3 },
      { arbitrary: shrinkings, weight: 2 },
      { arbitrary: leaseAdmits, weight: 2 },
      { arbitrary: releases, weight: 1 },
      { arbitrary: sweeps, weight: 1 },
      { arbitrary: postings, weight: 3 },
      { arbitrary: bookings, weight: 1 },
      { arbitrary: captures, weight: 1 },
      { arbitrary: emptyings, weight: 1 },
    );
    const property = fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (sequence) => {
      const world = new World();
      await fixture.redis.flushall();
      await load(world);
      for (const { run } of sequence) {
        await run(world);
        await expectAgreement(world);
      }
    });
    await fc.assert(property, { numRuns: runs });
  });
});
