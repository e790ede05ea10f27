import { silentLogger } from '@tollgate/observability';
import type { Epoch } from '@tollgate/till';
import { EpochGuard } from './epoch-guard';

interface World {
  readonly guard: EpochGuard;
  epoch: Epoch | Error;
  readonly events: string[];
  /** Lets a registration end; undefined: none is under way. */
  finishRegistering: (() => void) | undefined;
  isRegisteringSlowly: boolean;
}

function makeWorld(): World {
  const world: World = {
    guard: new EpochGuard({
      openEpoch: async () => {
        if (world.epoch instanceof Error) throw world.epoch;
        return world.epoch;
      },
      registerHolds: async () => {
        world.events.push('register');
        if (!world.isRegisteringSlowly) return;
        await new Promise<void>((resolve) => {
          world.finishRegistering = resolve;
        });
      },
      logger: silentLogger,
    }),
    epoch: { id: 'one', ageMs: 60_000 },
    events: [],
    finishRegistering: undefined,
    isRegisteringSlowly: false,
  };
  return world;
}

describe('the epoch guard', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('registers once per epoch', async () => {
    const { guard, events } = makeWorld();
    await guard.start();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(events).toEqual(['register']);
    expect(guard.id).toBe('one');
    guard.stop();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('detects an emptied Redis by itself and delays admissions meanwhile', async () => {
    const world = makeWorld();
    await world.guard.start();
    world.isRegisteringSlowly = true;
    world.epoch = { id: 'two', ageMs: 10 };
    await jest.advanceTimersByTimeAsync(600);
    expect(world.events).toEqual(['register', 'register']);
    expect(world.guard.id).toBeUndefined();

    let mayAdmit = false;
    const waiting = world.guard.waitUntilRegistered().then(() => {
      mayAdmit = true;
    });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(mayAdmit).toBe(false);
    world.finishRegistering?.();
    await jest.advanceTimersByTimeAsync(100);
    await waiting;
    expect(world.guard.id).toBe('two');
    world.guard.stop();
  });

  it('lets nothing in after a lost connection before it has checked the epoch', async () => {
    const world = makeWorld();
    await world.guard.start();
    world.guard.noteLostConnection();
    expect(world.guard.isCertain).toBe(false);
    world.epoch = new Error('away');
    await expect(world.guard.waitUntilRegistered()).rejects.toThrow('away');
    world.epoch = { id: 'one', ageMs: 60_000 };
    await world.guard.waitUntilRegistered();
    expect(world.guard.isCertain).toBe(true);
    expect(world.events).toEqual(['register']);
    world.guard.stop();
  });

  it('registers holds again before it lets calls in on a server with a new epoch', async () => {
    const world = makeWorld();
    await world.guard.start();
    world.guard.noteLostConnection();
    world.epoch = { id: 'two', ageMs: 0 };
    await world.guard.waitUntilRegistered();
    expect(world.events).toEqual(['register', 'register']);
    expect(world.guard.id).toBe('two');
    world.guard.stop();
  });

  it('refuses after five seconds rather than hang', async () => {
    const world = makeWorld();
    world.isRegisteringSlowly = true;
    void world.guard.check();
    const refused = expect(world.guard.waitUntilRegistered()).rejects.toMatchObject({
      reason: 'overloaded',
      retryAfterSeconds: 1,
    });
    await jest.advanceTimersByTimeAsync(5_200);
    await refused;
  });

  it('loads wallets into a young epoch only after its grace', async () => {
    const world = makeWorld();
    world.epoch = { id: 'young', ageMs: 500 };
    let isLoadable = false;
    const waiting = world.guard.waitUntilLoadable().then(() => {
      isLoadable = true;
    });
    await jest.advanceTimersByTimeAsync(1_400);
    expect(isLoadable).toBe(false);
    await jest.advanceTimersByTimeAsync(200);
    await waiting;
    expect(isLoadable).toBe(true);
  });

  it('checks before a wallet is loaded: its absence may be the first sign', async () => {
    const world = makeWorld();
    await world.guard.check();
    world.epoch = { id: 'two', ageMs: 60_000 };
    await world.guard.waitUntilLoadable();
    expect(world.events).toEqual(['register', 'register']);
    expect(world.guard.id).toBe('two');
  });

  it('retries when registering failed, and admits no call before', async () => {
    const world = makeWorld();
    world.epoch = new Error('Redis is away');
    await expect(world.guard.check()).rejects.toThrow('away');
    expect(world.guard.id).toBeUndefined();
    world.epoch = { id: 'one', ageMs: 60_000 };
    await world.guard.check();
    expect(world.guard.id).toBe('one');
  });

  it('resumes its checks after Redis was down', async () => {
    const world = makeWorld();
    await world.guard.start();
    const wellEpoch = world.epoch;
    world.epoch = new Error('Redis is away');
    await jest.advanceTimersByTimeAsync(3_000);
    expect(world.guard.id).toBe('one');
    world.epoch = wellEpoch;
    world.epoch = { id: 'two', ageMs: 60_000 };
    await jest.advanceTimersByTimeAsync(600);
    expect(world.guard.id).toBe('two');
    world.guard.stop();
  });
});
