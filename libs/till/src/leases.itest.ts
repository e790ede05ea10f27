import { makeHold, startTill, walletId, type TillFixture } from '../test/till-fixture';
import type { AdmitResult } from './admission';
import type { SpendLimit } from './limits';

let fixture: TillFixture;

beforeAll(async () => {
  fixture = await startTill();
});
beforeEach(() => fixture.redis.flushall());
afterAll(() => fixture.stop());

const cap: SpendLimit = {
  ...{ scope: 'key', scopeId: 'key_1', window: 'total', limitNanos: 1_000n, rule: 'reserved' },
};
const lease: AdmitResult = { kind: 'admitted', amountNanos: 40n, isLease: true };
const ownHold: AdmitResult = { kind: 'admitted', amountNanos: 10n };

/** Asks for a lease of 40 with a call of 10. */
function ask(
  changes: {
    readonly holdId?: string;
    readonly leaseId?: string;
    readonly instance?: string;
    readonly floorNanos?: bigint;
    readonly limits?: readonly SpendLimit[];
  } = {},
): Promise<AdmitResult> {
  return fixture.till.admit({
    ...{ walletId, holdId: 'call', leaseId: 'lease', instance: 'relay-1', limits: [] },
    ...{ amountNanos: 10n, floorNanos: 10n, ceilingNanos: 40n },
    ...changes,
  });
}

const listHeld = async (): Promise<string[]> =>
  (await fixture.till.listHolds(walletId))
    .map(({ amountNanos, holdId, state }) => `${holdId} ${state} ${amountNanos}`)
    .sort();

describe('asking for a lease', () => {
  it('places it where a tenth of the balance covers it', async () => {
    await fixture.load(400n);
    expect(await ask()).toEqual(lease);
    expect(await listHeld()).toEqual(['lease open 40']);
    expect(await fixture.readHeld()).toBe(40n);
  });

  it('places the hold of the call alone where a tenth of the balance does not cover it', async () => {
    await fixture.load(399n);
    expect(await ask()).toEqual(ownHold);
    expect(await listHeld()).toEqual(['call open 10']);
    expect(await fixture.readHeld()).toBe(10n);
  });

  it('places the hold of the call alone near a cap', async () => {
    await fixture.load(10_000n, [cap], { spent: 601n });
    expect(await ask({ limits: [cap] })).toEqual(ownHold);
    expect(await fixture.readCounter('key|key_1|total')).toBe('601|10');
  });

  it('starts a stream with what is left, as without leases', async () => {
    await fixture.load(7n);
    expect(await ask({ floorNanos: 5n })).toEqual({ kind: 'admitted', amountNanos: 7n });
    expect(await listHeld()).toEqual(['call open 7']);
  });

  it('changes nothing when it is repeated, whatever it got first', async () => {
    await fixture.load(400n);
    expect(await ask()).toEqual(lease);
    expect(await ask()).toEqual(lease);
    await fixture.redis.flushall();
    await fixture.load(399n);
    expect(await ask()).toEqual(ownHold);
    await fixture.load(4_000n, [], { version: 2n });
    expect(await ask()).toEqual(ownHold);
    expect(await listHeld()).toEqual(['call open 10']);
  });
});

describe('a lease', () => {
  it('pays for calls under their own ids, each once', async () => {
    await fixture.load(1_000n, [cap]);
    await ask({ limits: [cap] });
    const paid = { ...makeHold('call', 10n, [cap]), leaseId: 'lease', leaseNanos: 10n };
    expect(await fixture.till.finalize(paid, 3n)).toBe(true);
    expect(await fixture.till.finalize(paid, 3n)).toBe(false);
    expect(await listHeld()).toEqual(['call final 3', 'lease open 30']);
    expect(await fixture.readHeld()).toBe(33n);
    expect(await fixture.readCounter('key|key_1|total')).toBe('3|30');
  });

  it('that was swept takes no charge away: the balance lacks it in full', async () => {
    await fixture.load(1_000n);
    await ask();
    await fixture.till.sweep(walletId, 'relay-1');
    const paid = { ...makeHold('call', 10n), leaseId: 'lease', leaseNanos: 10n };
    expect(await fixture.till.finalize(paid, 3n)).toBe(true);
    expect(await listHeld()).toEqual(['call final 3']);
    expect(await fixture.readHeld()).toBe(3n);
  });

  it('gives back a part once, however often the command is repeated', async () => {
    await fixture.load(1_000n, [cap]);
    await ask({ limits: [cap] });
    const part = { walletId, holdId: 'lease', step: 1, amountNanos: 25n };
    await Promise.all([fixture.till.shrink(part), fixture.till.shrink(part)]);
    expect(await fixture.readHeld()).toBe(15n);
    await fixture.till.shrink({ ...part, step: 2, amountNanos: 5n });
    await fixture.till.shrink(part);
    expect(await listHeld()).toEqual(['lease open 10']);
    expect(await fixture.readCounter('key|key_1|total')).toBe('0|10');
    await fixture.till.release(walletId, 'lease');
    await fixture.till.shrink({ ...part, step: 3 });
    expect(await fixture.readHeld()).toBe(0n);
  });
});

describe('pausing leases', () => {
  it('says how long leases of this relay and of others may last', async () => {
    await fixture.load(10_000n);
    expect(await fixture.till.pauseLeases(walletId, 'relay-1')).toEqual({ ownMs: 0, othersMs: 0 });
    const readTimes = async (round: number): Promise<number[]> => {
      await fixture.redis.hdel(`till:{${walletId}}:wallet`, 'unleased');
      await ask({ holdId: `call-${round}-1`, leaseId: `lease-${round}-1` });
      const other = { leaseId: `lease-${round}-2`, instance: 'relay-2' };
      await ask({ holdId: `call-${round}-2`, ...other });
      return Object.values(await fixture.till.pauseLeases(walletId, 'relay-1'));
    };
    let leftMs = await readTimes(0);
    // They last for 1.5 s: a machine that stood still finds them over, but not every time.
    for (let again = 1; again < 5 && leftMs.includes(0); again++) leftMs = await readTimes(again);
    expect(leftMs).toHaveLength(2);
    expect(Math.min(...leftMs)).toBeGreaterThan(0);
    expect(Math.max(...leftMs)).toBeLessThanOrEqual(1_500);
  });

  it('grants calls their own holds only', async () => {
    await fixture.load(10_000n);
    await fixture.till.pauseLeases(walletId, 'relay-1');
    expect(await ask()).toEqual(ownHold);
  });

  it('creates no wallet', async () => {
    expect(await fixture.till.pauseLeases(walletId, 'relay-1')).toEqual({ ownMs: 0, othersMs: 0 });
    expect(await fixture.redis.dbsize()).toBe(0);
  });
});
