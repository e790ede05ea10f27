import { makeHold, startTill, walletId, type TillFixture } from '../test/till-fixture';
import type { LimitScope, SpendLimit, SpendWindow } from './limits';

let fixture: TillFixture;

beforeAll(async () => {
  fixture = await startTill();
});
beforeEach(() => fixture.redis.flushall());
afterAll(() => fixture.stop());

const cap: SpendLimit = {
  scope: 'key',
  scopeId: 'key_1',
  window: 'monthly',
  limitNanos: 100n,
  rule: 'reserved',
};
const breaker = (scope: LimitScope, window: SpendWindow): SpendLimit => ({
  scope,
  scopeId: `${scope}_1`,
  window,
  limitNanos: 10n,
  rule: 'settled',
});

function extend(
  held: bigint,
  step: number,
  amountNanos: bigint,
  changes: { floorNanos?: bigint; limits?: readonly SpendLimit[] } = {},
) {
  const { floorNanos = amountNanos, limits = [] } = changes;
  const hold = makeHold('h1', held, limits);
  return fixture.till.extend({ hold, step, amountNanos, floorNanos, limits });
}

describe('extending a hold', () => {
  it('raises it and everything that counts it', async () => {
    await fixture.load(100n, [cap]);
    await fixture.admit('h1', 30n, [cap]);
    expect(await extend(30n, 1, 20n, { limits: [cap] })).toEqual({
      kind: 'admitted',
      amountNanos: 50n,
    });
    expect(await fixture.readHeld()).toBe(50n);
    expect(await fixture.readCounter('key|key_1|monthly')).toBe('0|50');
    await fixture.till.finalize(makeHold('h1', 50n, [cap]), 40n);
    expect(await fixture.readHeld()).toBe(40n);
    expect(await fixture.readCounter('key|key_1|monthly')).toBe('40|0');
  });

  it('changes nothing when it is repeated, also after a later one', async () => {
    await fixture.load(100n);
    await fixture.admit('h1', 30n);
    await Promise.all([extend(30n, 1, 20n), extend(30n, 1, 20n), extend(30n, 1, 20n)]);
    expect(await extend(50n, 2, 5n)).toEqual({ kind: 'admitted', amountNanos: 55n });
    expect(await extend(30n, 1, 20n)).toEqual({ kind: 'admitted', amountNanos: 55n });
    expect(await fixture.readHeld()).toBe(55n);
  });

  it('takes what is left when that is above the floor, and is refused below it', async () => {
    await fixture.load(100n);
    await fixture.admit('h1', 90n);
    expect(await extend(90n, 1, 50n, { floorNanos: 20n })).toEqual({
      kind: 'no-funds',
      availableNanos: 10n,
      creditNanos: 0n,
      requiredNanos: 20n,
    });
    expect(await extend(90n, 2, 50n, { floorNanos: 5n })).toMatchObject({ amountNanos: 100n });
  });

  it('meets the same limits, of which its own reserve is no part', async () => {
    await fixture.load(1_000n, [cap]);
    await fixture.admit('h1', 100n, [cap]);
    expect(await fixture.admit('h2', 1n, [cap])).toMatchObject({ kind: 'limit-reached' });
    expect(await extend(100n, 1, 50n, { limits: [cap] })).toMatchObject({ kind: 'admitted' });
    await fixture.till.finalize(makeHold('other', 0n, [cap]), 100n);
    expect(await extend(150n, 2, 50n, { limits: [cap] })).toMatchObject({
      kind: 'limit-reached',
      spentNanos: 100n,
    });
    expect(await fixture.readHeld()).toBe(250n);
  });

  it('brings back a hold that was swept while its call ran on', async () => {
    await fixture.load(100n, [cap]);
    await fixture.admit('h1', 30n, [cap]);
    await fixture.till.sweep(walletId, 'relay-1');
    expect(await extend(30n, 1, 20n, { limits: [cap] })).toMatchObject({ amountNanos: 50n });
    expect(await fixture.readHeld()).toBe(50n);
    expect(await fixture.readCounter('key|key_1|monthly')).toBe('0|50');
  });

  it('requests a wallet or counters that are missing', async () => {
    expect(await extend(1n, 1, 1n)).toEqual({ kind: 'not-loaded', counters: [] });
    await fixture.load(100n);
    expect(await extend(1n, 1, 1n, { limits: [cap] })).toMatchObject({
      kind: 'not-loaded',
      counters: [{ scope: 'key' }],
    });
  });

  it('leaves a call that has ended alone', async () => {
    await fixture.load(100n);
    await fixture.till.finalize(makeHold('h1', 30n), 20n);
    await extend(30n, 1, 20n);
    expect(await fixture.readHeld()).toBe(20n);
  });
});

describe('a call without an output limit', () => {
  const admit = (holdId: string, limits: readonly SpendLimit[] = []) =>
    fixture.till.admit({
      ...{ walletId, holdId, instance: 'relay-1', limits },
      ...{ amountNanos: 50n, floorNanos: 50n, ceilingNanos: 200n },
    });

  it('holds a tenth of what is free, between the amount and the ceiling', async () => {
    const heldOf = async (postedNanos: bigint): Promise<bigint | undefined> => {
      await fixture.redis.flushall();
      await fixture.load(postedNanos);
      const result = await admit('h1');
      return result.kind === 'admitted' ? result.amountNanos : undefined;
    };
    expect(await heldOf(1_239n)).toBe(123n);
    expect(await heldOf(400n)).toBe(50n);
    expect(await heldOf(50n)).toBe(50n);
    expect(await heldOf(9_999n)).toBe(200n);
    expect(await heldOf(49n)).toBeUndefined();
  });

  it('counts the scope with the least left, and what others hold', async () => {
    const budget: SpendLimit = { ...cap, scope: 'user', scopeId: 'user_1', limitNanos: 1_000n };
    await fixture.load(5_000n, [budget]);
    expect(await admit('h1', [budget])).toEqual({ kind: 'admitted', amountNanos: 100n });
    expect(await admit('h2', [budget])).toEqual({ kind: 'admitted', amountNanos: 90n });
    expect(await admit('h1', [budget])).toEqual({ kind: 'admitted', amountNanos: 100n });
    expect(await fixture.readHeld()).toBe(190n);
    const window: SpendLimit = { ...breaker('org', 'daily'), limitNanos: 700n };
    await fixture.load(5_000n, [window]);
    expect(await admit('h3', [window, budget])).toMatchObject({ amountNanos: 70n });
  });

  it('never holds more than the wallet has, however many come at once', async () => {
    await fixture.load(1_000n);
    const results = await Promise.all(
      Array.from({ length: 40 }, (_value, index) => admit(`h${index}`)),
    );
    const held = results.map((result) => (result.kind === 'admitted' ? result.amountNanos : 0n));
    const total = held.reduce((sum, amount) => sum + amount, 0n);
    expect(await fixture.readHeld()).toBe(total);
    expect(total <= 1_000n).toBe(true);
    expect(held.filter((amount) => amount > 0n).every((amount) => amount >= 50n)).toBe(true);
  });

  it('is previewed with the same amount', async () => {
    await fixture.load(1_239n, [cap]);
    const preview = await fixture.till.preview({
      ...{ walletId, amountNanos: 5n, floorNanos: 5n, ceilingNanos: 200n, limits: [cap] },
    });
    expect(preview.result).toEqual({ kind: 'admitted', amountNanos: 10n });
    expect(preview.limits).toEqual([{ limit: cap, spentNanos: 0n, reservedNanos: 0n }]);
  });
});

describe('a wallet that let a stream run dry', () => {
  const stream = (holdId: string) =>
    fixture.till.admit({
      ...{ walletId, holdId, instance: 'relay-1', limits: [] },
      ...{ amountNanos: 500n, floorNanos: 50n },
    });

  it('has no streaming floor for ten minutes', async () => {
    await fixture.load(100n);
    await fixture.till.markExhausted(walletId);
    expect(await stream('h1')).toMatchObject({ kind: 'no-funds', requiredNanos: 500n });
    const tenMinutesAgo = Math.floor(Date.now() / 1_000) - 601;
    await fixture.redis.hset(`till:{${walletId}}:wallet`, 'exhausted', tenMinutesAgo);
    expect(await stream('h2')).toEqual({ kind: 'admitted', amountNanos: 100n });
  });

  it('keeps the mark when it is loaded after it', async () => {
    await fixture.till.markExhausted(walletId);
    await fixture.load(100n);
    expect(await stream('h1')).toMatchObject({ kind: 'no-funds' });
  });
});

describe('a credit line', () => {
  it('lets the balance go below zero by as much, and is named in the refusal', async () => {
    await fixture.load(10n, [], { creditNanos: 50n });
    expect(await fixture.admit('h1', 60n)).toMatchObject({ kind: 'admitted' });
    expect(await fixture.admit('h2', 1n)).toEqual({
      kind: 'no-funds',
      availableNanos: 0n,
      creditNanos: 50n,
      requiredNanos: 1n,
    });
  });

  it('arrives although a posting without it was faster', async () => {
    await fixture.load(10n);
    await fixture.till.post(walletId, { postedNanos: 9n, version: 3n }, []);
    await fixture.till.post(walletId, { postedNanos: 9n, version: 2n, creditNanos: 1n }, []);
    expect(await fixture.admit('h1', 20n)).toMatchObject({ creditNanos: 0n });
    await fixture.till.post(walletId, { postedNanos: 9n, version: 3n, creditNanos: 50n }, []);
    expect(await fixture.admit('h1', 20n)).toMatchObject({ kind: 'admitted' });
  });
});

describe('several limits reached at once', () => {
  const all = [
    breaker('user', 'minute'),
    breaker('member', 'minute'),
    breaker('org', 'minute'),
    breaker('org', 'hour'),
    breaker('team', 'hour'),
    { ...cap, limitNanos: 1n },
  ];

  it('are reported as the widest breaker, and all breakers are listed', async () => {
    await fixture.load(0n, all, { spent: 10n });
    const result = await fixture.admit('h1', 1n, all);
    expect(result).toMatchObject({
      kind: 'limit-reached',
      limit: { scope: 'org', window: 'hour' },
      spentNanos: 10n,
      reservedNanos: 0n,
    });
    const tripped = result.kind === 'limit-reached' ? result.trippedBreakers : [];
    expect(tripped.map(({ limit }) => `${limit.scope} ${limit.window}`)).toEqual([
      'org hour',
      'org minute',
      'team hour',
      'member minute',
      'user minute',
    ]);
  });

  it('are reported before an empty wallet', async () => {
    await fixture.load(0n, [cap], { spent: 100n });
    expect(await fixture.admit('h1', 1n, [cap])).toMatchObject({
      kind: 'limit-reached',
      limit: cap,
      trippedBreakers: [],
    });
  });
});

describe('a preview', () => {
  it('answers as an admission would, with every limit, and reserves nothing', async () => {
    const cap: SpendLimit = {
      scope: 'key',
      scopeId: 'key_p',
      window: 'daily',
      limitNanos: 50n,
      rule: 'reserved',
    };
    await fixture.load(100n, [cap]);
    const ask = (amountNanos: bigint) =>
      fixture.till.preview({ walletId, amountNanos, floorNanos: amountNanos, limits: [cap] });
    await fixture.admit('p1', 30n, [cap]);
    expect(await ask(70n)).toMatchObject({
      result: { kind: 'admitted', amountNanos: 70n },
      limits: [{ limit: cap, spentNanos: 0n, reservedNanos: 30n }],
    });
    expect(await ask(71n)).toMatchObject({ result: { kind: 'no-funds', availableNanos: 70n } });
    await fixture.admit('p2', 30n, [cap]);
    expect(await ask(1n)).toMatchObject({
      result: { kind: 'limit-reached', limit: cap },
      limits: [{ reservedNanos: 60n }],
    });
    expect(await fixture.readHeld()).toBe(60n);
  });

  it('requests a wallet and counters that the till does not have', async () => {
    const request = { walletId: 'nobody', amountNanos: 1n, floorNanos: 1n, limits: [] };
    expect(await fixture.till.preview(request)).toMatchObject({ result: { kind: 'not-loaded' } });
  });
});
