import { silentLogger } from '@tollgate/observability';
import type { HoldRef, SpendLimit } from '@tollgate/till';
import type { PlaceHoldRequest } from '../call/admit/holds';
import { HoldLeases } from './hold-leases';

const amountNanos = 10n;
const wholeNanos = 640n;

interface World {
  readonly leases: HoldLeases;
  /** What the till was asked, in order. */
  readonly asked: string[];
  nowMs: number;
  isTillAway: boolean;
}

function makeWorld(): World {
  const asked: string[] = [];
  const state = { nowMs: 1_000_000, isTillAway: false };
  const leases = new HoldLeases({
    till: {
      shrink: async ({ amountNanos: nanos, step }) => {
        asked.push(`give back ${nanos} in step ${step}`);
        if (state.isTillAway) throw new Error('Redis is away');
      },
    },
    settleQueue: { release: ({ holdId }) => void asked.push(`release ${holdId}`) },
    getNowMs: () => state.nowMs,
    logger: silentLogger,
  });
  return Object.assign(state, { leases, asked });
}

let calls = 0;
function aCall(changes: Partial<PlaceHoldRequest> = {}): PlaceHoldRequest {
  calls += 1;
  return {
    ...{ walletId: 'w', holdId: `call-${calls}`, amountNanos, floorNanos: amountNanos },
    ...{ limits: [], canShare: true },
    ...changes,
  };
}

const draw = ({ leases }: World, changes = {}, epochId = 'epoch') =>
  leases.draw(aCall(changes), epochId);

const ask = ({ leases }: World, call: PlaceHoldRequest) => leases.ask(call, 'epoch');

/** So many calls that the next one gets a lease. */
function callOften(world: World, changes: Partial<PlaceHoldRequest> = {}): void {
  for (let count = 0; count < 16; count++) draw(world, changes);
}

/** Opens the lease `l` and returns the hold of the call that opened it. */
function openLease(
  world: World,
  changes: Partial<PlaceHoldRequest> = {},
  onAsked = (): void => undefined,
): HoldRef {
  callOften(world, changes);
  const call = aCall(changes);
  const asked = ask(world, call);
  if (asked === undefined) throw new Error('no lease is due');
  onAsked();
  const { limits: counters, walletId } = call;
  const hold = { walletId, holdId: 'l', instance: 'relay-1', amountNanos: wholeNanos, counters };
  const opened = world.leases.open(call, hold, asked);
  world.leases.endAsk(call, true);
  return opened;
}

const cap: SpendLimit = {
  ...{ scope: 'key', scopeId: 'key_1', window: 'daily', limitNanos: 900n, rule: 'reserved' },
};

describe('a lease', () => {
  it('is asked for by the seventeenth call of a second, once at a time', () => {
    const world = makeWorld();
    expect(ask(world, aCall())).toBeUndefined();
    callOften(world);
    const call = aCall();
    expect(ask(world, call)).toMatchObject({ ceilingNanos: wholeNanos });
    expect(ask(world, aCall())).toBeUndefined();
    world.leases.endAsk(call, true);
    expect(ask(world, aCall())).toBeDefined();
  });

  it('is not for callers with few calls in a second', () => {
    const world = makeWorld();
    for (let count = 0; count < 30; count++) {
      world.nowMs += 200;
      draw(world);
    }
    expect(ask(world, aCall())).toBeUndefined();
  });

  it.each<[string, Partial<PlaceHoldRequest>]>([
    ['hold is booked under its own id or grows', { canShare: false }],
    ['hold is a share of what is free', { ceilingNanos: 50n }],
    ['hold is empty', { amountNanos: 0n, ceilingNanos: 0n }],
    ['caller has a spend breaker', { limits: [{ ...cap, rule: 'settled' }] }],
  ])('is not for calls whose %s', (_name, changes) => {
    const world = makeWorld();
    openLease(world);
    callOften(world, changes);
    expect(draw(world, changes)).toBeUndefined();
    expect(ask(world, aCall(changes))).toBeUndefined();
  });

  it('pays for as many calls at once as it covers', () => {
    const world = makeWorld();
    expect(openLease(world)).toMatchObject({ leaseId: 'l', amountNanos, instance: 'relay-1' });
    for (let count = 1; count < 64; count++) expect(draw(world)).toMatchObject({ leaseId: 'l' });
    expect(draw(world)).toBeUndefined();
    expect(world.asked).toEqual([]);
  });

  it('pays again with what ended calls did not cost', () => {
    const world = makeWorld();
    const holds = [openLease(world)];
    for (let count = 1; count < 64; count++) holds.push(draw(world) as HoldRef);
    const [first, second, third] = holds as [HoldRef, HoldRef, HoldRef];
    expect(world.leases.charge(first, 4n)).toMatchObject({ leaseNanos: 4n });
    expect(draw(world)).toBeUndefined();
    expect(world.leases.charge(second, 6n)).toMatchObject({ leaseNanos: 6n });
    expect(draw(world)).toMatchObject({ leaseId: 'l' });
    expect(draw(world)).toBeUndefined();
    // A charge above its hold leaves the holds of other calls alone.
    expect(world.leases.charge(third, 25n)).toMatchObject({ leaseNanos: 10n });
    expect(draw(world)).toBeUndefined();
  });

  it('pays for calls under the same limits only', () => {
    const world = makeWorld();
    openLease(world, { limits: [cap] });
    expect(draw(world, { limits: [cap] })).toMatchObject({ leaseId: 'l', counters: [cap] });
    expect(draw(world)).toBeUndefined();
    expect(draw(world, { limits: [{ ...cap, limitNanos: 800n }] })).toBeUndefined();
    expect(draw(world, { limits: [cap], walletId: 'other' })).toBeUndefined();
  });

  it('ends after a second, and gives back what its calls do not need', () => {
    const world = makeWorld();
    const first = openLease(world);
    world.leases.charge(first, 3n);
    draw(world);
    world.nowMs += 1_000;
    expect(draw(world)).toBeUndefined();
    expect(world.asked).toEqual(['give back 627 in step 1']);
  });

  it('pays only for its first call if the till answered after its time', () => {
    const world = makeWorld();
    const first = openLease(world, {}, () => (world.nowMs += 1_000));
    expect(first).toMatchObject({ leaseId: 'l' });
    expect(draw(world)).toBeUndefined();
    expect(world.asked).toEqual(['give back 630 in step 1']);
  });

  it('does not outlive an emptied till', () => {
    const world = makeWorld();
    openLease(world);
    expect(draw(world, {}, 'another epoch')).toBeUndefined();
  });

  it('is released when its last call was settled, and not before', async () => {
    const world = makeWorld();
    const first = openLease(world);
    const second = draw(world) as HoldRef;
    await world.leases.closeAll();
    const charged = world.leases.charge(first, 3n);
    expect(charged).toMatchObject({ leaseNanos: 10n });
    expect(world.leases.release(second)).toBe(true);
    expect(world.asked).toEqual(['give back 620 in step 1', 'give back 10 in step 2']);
    charged?.onSettled();
    expect(world.asked.slice(2)).toEqual(['release l']);
    expect(world.leases.size).toBe(0);
  });

  it('is released at once where it has no calls', () => {
    const world = makeWorld();
    const first = openLease(world);
    world.leases.release(first);
    void world.leases.closeAll();
    expect(world.asked).toEqual(['release l']);
  });

  it('is not asked for again for five seconds after the till refused it', () => {
    const world = makeWorld();
    callOften(world);
    const call = aCall();
    expect(ask(world, call)).toBeDefined();
    world.leases.endAsk(call, false);
    expect(ask(world, aCall())).toBeUndefined();
    world.nowMs += 5_000;
    callOften(world);
    expect(ask(world, aCall())).toBeDefined();
  });

  it('gives back what it does not use when another call of the wallet is refused', async () => {
    const world = makeWorld();
    openLease(world);
    await world.leases.closeOf('other');
    expect(world.asked).toEqual([]);
    await world.leases.closeOf('w');
    expect(world.asked).toEqual(['give back 630 in step 1']);
    expect(draw(world)).toBeUndefined();
  });

  it('repeats the same step until the till has confirmed it', async () => {
    const world = makeWorld();
    openLease(world);
    const second = draw(world) as HoldRef;
    world.isTillAway = true;
    await world.leases.closeOf('w');
    world.leases.release(second);
    await world.leases.closeOf('w');
    world.isTillAway = false;
    await world.leases.closeOf('w');
    const first = 'give back 620 in step 1';
    expect(world.asked.slice(0, -1).every((step) => step === first)).toBe(true);
    expect(world.asked.at(-1)).toBe('give back 10 in step 2');
  });

  it('is forgotten with its till: its calls end by their own ids', () => {
    const world = makeWorld();
    const hold = openLease(world);
    world.leases.forget();
    expect(world.asked).toEqual(['release l']);
    expect(world.leases.release(hold)).toBe(false);
    expect(world.leases.charge(hold, 1n)).toBeUndefined();
  });
});
