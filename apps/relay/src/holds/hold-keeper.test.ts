import { silentLogger } from '@tollgate/observability';
import type { AdmitResult, InstanceRegistry } from '@tollgate/till';
import { makeFakeTill, type FakeTill } from '../../test/support/fake-till';
import type { EpochGuard } from './epoch-guard';
import { HoldKeeper } from './hold-keeper';
import { SettleQueue } from './settle-queue';

interface World {
  readonly till: FakeTill;
  readonly asked: string[];
  readonly answers: AdmitResult[];
  readonly keeper: HoldKeeper;
  readonly loaded: string[];
  readonly settleQueue: SettleQueue;
  epochId: string | undefined;
  isCertain: boolean;
  onAdmit: () => void;
}

function makeWorld(): World {
  const fake = makeFakeTill();
  const loaded: string[] = [];
  const state = {
    epochId: 'one' as string | undefined,
    isCertain: true,
    onAdmit: (): void => undefined,
  };
  const epoch = {
    get isCertain() {
      return state.isCertain;
    },
    get id() {
      return state.epochId;
    },
    waitUntilRegistered: async () => void (state.isCertain = true),
    waitUntilLoadable: async () => void fake.asked.push('wait until loadable'),
  } as unknown as EpochGuard;
  const admit = fake.till.admit.bind(fake.till);
  const till = Object.assign(fake.till, {
    admit: async (request: Parameters<typeof admit>[0]) => {
      const result = await admit(request);
      state.onAdmit();
      return result;
    },
  });
  const registry = {
    noteWallet: async (instance: string, walletId: string) =>
      void fake.asked.push(`note ${instance} ${walletId}`),
  } as unknown as InstanceRegistry;
  const settleQueue = new SettleQueue({ till, onSpend: () => undefined, logger: silentLogger });
  const keeper = new HoldKeeper({
    instance: 'relay-1',
    till,
    registry,
    epoch,
    settleQueue,
    loadTill: async (walletId, counters) => {
      fake.asked.push(`load ${walletId}`);
      loaded.push(...counters.map(({ window }) => window));
    },
    leaseRules: { callsPerSecondMin: 1, callsPerLease: 2n },
    logger: silentLogger,
  });
  const { asked, answers } = fake;
  return Object.assign(state, { till: fake, asked, answers, keeper, loaded, settleQueue });
}

const request = { walletId: 'w', holdId: 'h', amountNanos: 5n, floorNanos: 5n, limits: [] };
const notLoaded: AdmitResult = {
  kind: 'not-loaded',
  counters: [{ scope: 'key', scopeId: 'k', window: 'daily' }],
};

/** Endings may be gathered for a moment, and are repeated when the till was away. */
async function settled(): Promise<void> {
  // In turns: where the machine stands still, the timers of one turn are late, not all of them.
  for (let turn = 0; turn < 35; turn++) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('placing a hold', () => {
  it('registers the wallet before its first hold, and once', async () => {
    const { keeper, asked } = makeWorld();
    await keeper.place(request);
    await keeper.place({ ...request, holdId: 'h2' });
    expect(asked).toEqual(['note relay-1 w', 'admit h', 'admit h2']);
    expect(keeper.openCount).toBe(2);
  });

  it('loads what the till lacks, after the grace, and asks again', async () => {
    const { keeper, asked, answers, loaded } = makeWorld();
    answers.push(notLoaded);
    expect(await keeper.place(request)).toMatchObject({ kind: 'placed' });
    expect(asked.slice(1)).toEqual(['admit h', 'wait until loadable', 'load w', 'admit h']);
    expect(loaded).toEqual(['daily']);
  });

  it('does not refuse a wallet whose ended calls are not settled in the till yet', async () => {
    const { keeper, asked, answers } = makeWorld();
    const ended = await keeper.place(request);
    if (ended.kind !== 'placed') throw new Error('not placed');
    keeper.finalize(ended.hold, 1n, () => undefined);
    answers.push({ kind: 'no-funds', availableNanos: 0n, creditNanos: 0n, requiredNanos: 1n });
    expect(await keeper.place({ ...request, holdId: 'h2' })).toMatchObject({ kind: 'placed' });
    expect(asked.slice(-3)).toEqual(['admit h2', 'finalize h 1', 'admit h2']);
  });

  it('does not refuse a wallet whose ended calls were settled while the till was asked', async () => {
    const world = makeWorld();
    const { keeper, asked, answers, settleQueue } = world;
    const ended = await keeper.place(request);
    if (ended.kind !== 'placed') throw new Error('not placed');
    keeper.finalize(ended.hold, 1n, () => undefined);
    answers.push({ kind: 'no-funds', availableNanos: 0n, creditNanos: 0n, requiredNanos: 1n });
    world.onAdmit = () => void settleQueue.flush();
    expect(await keeper.place({ ...request, holdId: 'h2' })).toMatchObject({ kind: 'placed' });
    expect(asked.slice(-3)).toEqual(['admit h2', 'finalize h 1', 'admit h2']);
  });

  it('flushes ended calls before a breaker is checked', async () => {
    const { keeper, asked } = makeWorld();
    const breaker = { scope: 'user', scopeId: 'u', window: 'minute', limitNanos: 1n } as const;
    const limits = [{ ...breaker, rule: 'settled' }] as const;
    const ended = await keeper.place({ ...request, limits });
    if (ended.kind !== 'placed') throw new Error('not placed');
    keeper.finalize(ended.hold, 1n, () => undefined);
    await keeper.place({ ...request, holdId: 'h2', limits });
    expect(asked.slice(-2)).toEqual(['finalize h 1', 'admit h2']);
  });

  it('refuses at once for a moment after the till did not answer', async () => {
    const { keeper, asked, till } = makeWorld();
    till.isAway = true;
    await expect(keeper.place(request)).rejects.toMatchObject({ reason: 'overloaded' });
    till.isAway = false;
    const before = asked.length;
    await expect(keeper.place({ ...request, holdId: 'h2' })).rejects.toMatchObject({
      reason: 'overloaded',
    });
    expect(asked.slice(before)).not.toContain('admit h2');
    await settled();
    expect(await keeper.place({ ...request, holdId: 'h3' })).toMatchObject({ kind: 'placed' });
  });

  it('gives up after a few rounds, and releases what may have been taken', async () => {
    const { keeper, asked, answers } = makeWorld();
    answers.push(...Array.from({ length: 10 }, () => notLoaded));
    await expect(keeper.place(request)).rejects.toMatchObject({ reason: 'overloaded' });
    expect(asked.filter((what) => what === 'admit h')).toHaveLength(4);
    await settled();
    expect(asked.at(-1)).toBe('release h');
    expect(keeper.openCount).toBe(0);
  });

  it('passes a refusal on and keeps no hold', async () => {
    const { keeper, answers } = makeWorld();
    answers.push({ kind: 'no-funds', availableNanos: 1n, creditNanos: 0n, requiredNanos: 1n });
    expect(await keeper.place(request)).toEqual({
      kind: 'refused',
      refusal: { kind: 'no-funds', availableNanos: 1n, creditNanos: 0n, requiredNanos: 1n },
    });
    expect(keeper.listOpen()).toEqual([]);
  });

  it('flushes ended calls before a refusal is final', async () => {
    const { keeper, asked, answers } = makeWorld();
    const first = await keeper.place({ ...request, holdId: 'ended' });
    if (first.kind !== 'placed') throw new Error('the first call was refused');
    keeper.release(first.hold);
    answers.push({ kind: 'no-funds', availableNanos: 0n, creditNanos: 0n, requiredNanos: 1n });
    expect(await keeper.place(request)).toMatchObject({ kind: 'placed' });
    expect(asked.slice(-3)).toEqual(['admit h', 'release ended', 'admit h']);
  });

  it('asks the new till when the one that admitted was emptied', async () => {
    const world = makeWorld();
    world.onAdmit = () => {
      world.epochId = 'two';
    };
    expect(await world.keeper.place(request)).toMatchObject({ kind: 'placed' });
    expect(world.asked.filter((what) => what === 'admit h')).toHaveLength(2);
  });

  it('asks again when the connection was lost before it was admitted', async () => {
    const world = makeWorld();
    let losses = 1;
    world.onAdmit = () => {
      world.isCertain = losses-- <= 0;
    };
    expect(await world.keeper.place(request)).toMatchObject({ kind: 'placed' });
    expect(world.asked.filter((what) => what === 'admit h')).toHaveLength(2);
  });

  it('refuses when the till is down, and releases what a late command may still take', async () => {
    const world = makeWorld();
    await world.keeper.place({ ...request, holdId: 'before' });
    world.till.isAway = true;
    await expect(world.keeper.place(request)).rejects.toMatchObject({
      reason: 'overloaded',
      retryAfterSeconds: 1,
    });
    world.till.isAway = false;
    await settled();
    expect(world.asked).toContain('release h');
    expect(world.keeper.listOpen().map(({ holdId }) => holdId)).toEqual(['before']);
  });

  it('records wallets again after the till was emptied', async () => {
    const { keeper, asked } = makeWorld();
    await keeper.place(request);
    keeper.forgetWallets();
    await keeper.place({ ...request, holdId: 'h2' });
    expect(asked.filter((what) => what.startsWith('note'))).toHaveLength(2);
  });
});

describe('a call that would be refused while leases hold more than calls need', () => {
  const amounts = { availableNanos: 0n, creditNanos: 0n, requiredNanos: 5n };
  const none: AdmitResult = { kind: 'no-funds', ...amounts };
  const lease: AdmitResult = { kind: 'admitted', amountNanos: 10n, isLease: true };
  const shared = { ...request, holdId: 'leased', canShare: true };

  it('is admitted with what the lease of its wallet gives back', async () => {
    const { keeper, asked, answers } = makeWorld();
    answers.push(lease, none);
    expect(await keeper.place(shared)).toMatchObject({ hold: { amountNanos: 5n } });
    expect(await keeper.place(request)).toMatchObject({ kind: 'placed' });
    expect(asked.slice(-3)).toEqual(['admit h', expect.stringMatching(/ by 5$/), 'admit h']);
  });

  it('is admitted if that lease was granted with the same packet', async () => {
    const { keeper, asked, answers } = makeWorld();
    await keeper.place({ ...request, holdId: 'first' });
    answers.push(lease, none);
    const placed = await Promise.all([keeper.place(shared), keeper.place(request)]);
    expect(placed.map(({ kind }) => kind)).toEqual(['placed', 'placed']);
    expect(asked.slice(-3)).toEqual(['admit h', expect.stringMatching(/ by 5$/), 'admit h']);
  });

  it('waits for the leases of other relays', async () => {
    const { keeper, answers, till } = makeWorld();
    till.othersMs = 60_000;
    answers.push(none, none, none);
    expect(await keeper.place(request)).toMatchObject({ kind: 'placed' });
  });

  it('is refused if they have ended', async () => {
    const { keeper, asked, answers, till } = makeWorld();
    till.othersMs = 150;
    answers.push(...Array.from({ length: 20 }, () => none));
    expect(await keeper.place(request)).toEqual({ kind: 'refused', refusal: none });
    expect(asked.filter((what) => what === 'admit h').length).toBeGreaterThan(1);
  });

  it('does not wait if a breaker refused it', async () => {
    const { keeper, asked, answers, till } = makeWorld();
    till.othersMs = 60_000;
    const breaker = { scope: 'user', scopeId: 'u', window: 'minute', limitNanos: 1n } as const;
    const limit = { ...breaker, rule: 'settled' } as const;
    const reached = { limit, spentNanos: 1n, reservedNanos: 0n };
    answers.push({ kind: 'limit-reached', ...reached, nowMs: 0, trippedBreakers: [reached] });
    expect(await keeper.place(request)).toMatchObject({ kind: 'refused' });
    expect(asked.filter((what) => what === 'admit h')).toHaveLength(1);
  });
});

describe('a question for a lease that the till does not answer', () => {
  it('releases the lease and the hold of the call: the command may still run', async () => {
    const { asked, keeper, till } = makeWorld();
    till.isAway = true;
    const shared = { ...request, canShare: true };
    await expect(keeper.place(shared)).rejects.toMatchObject({ reason: 'overloaded' });
    till.isAway = false;
    await settled();
    expect(new Set(asked.filter((what) => what.startsWith('release'))).size).toBe(2);
  });
});

describe('ending a hold', () => {
  it('forgets it, and settles it in the till', async () => {
    const { keeper, asked } = makeWorld();
    const placed = await Promise.all(
      ['a', 'b'].map((holdId) => keeper.place({ ...request, holdId })),
    );
    const [first, second] = placed.map((result) =>
      result.kind === 'placed' ? result.hold : undefined,
    );
    const onFinal = jest.fn();
    keeper.finalize(first!, 3n, onFinal);
    keeper.release(second!);
    await settled();
    expect(asked.slice(-2)).toEqual(['finalize a 3', 'release b']);
    expect(onFinal).toHaveBeenCalledTimes(1);
    expect(keeper.openCount).toBe(0);
  });
});

describe('a hold of a stream', () => {
  it('is what the till granted, and grows with every extension', async () => {
    const { keeper, answers } = makeWorld();
    answers.push({ kind: 'admitted', amountNanos: 3n });
    const placed = await keeper.place({ ...request, floorNanos: 2n });
    if (placed.kind !== 'placed') throw new Error('refused');
    expect(placed.hold.amountNanos).toBe(3n);
    const step = { hold: placed.hold, step: 1, amountNanos: 4n, limits: [] };
    expect(await keeper.extend(step)).toMatchObject({ hold: { amountNanos: 7n } });
    expect(keeper.listOpen()).toMatchObject([{ holdId: 'h', amountNanos: 7n }]);
  });

  it('keeps its hold when an extension is refused or fails', async () => {
    const { keeper, answers, till } = makeWorld();
    const placed = await keeper.place(request);
    if (placed.kind !== 'placed') throw new Error('refused');
    const step = { hold: placed.hold, step: 1, amountNanos: 4n, limits: [] };
    const none = { availableNanos: 0n, creditNanos: 0n, requiredNanos: 4n };
    answers.push({ kind: 'no-funds', ...none });
    expect(await keeper.extend(step)).toMatchObject({ kind: 'refused' });
    till.isAway = true;
    await expect(keeper.extend(step)).rejects.toMatchObject({ reason: 'overloaded' });
    expect(keeper.listOpen()).toMatchObject([{ holdId: 'h', amountNanos: 5n }]);
  });
});

describe('a hold that the book took over', () => {
  it('is neither kept nor ended here', async () => {
    const { asked, keeper } = makeWorld();
    const placed = await keeper.place(request);
    if (placed.kind !== 'placed') throw new Error('it was refused');
    keeper.forget(placed.hold);
    expect(keeper.listOpen()).toEqual([]);
    await settled();
    expect(asked).toEqual(['note relay-1 w', 'admit h']);
  });
});
