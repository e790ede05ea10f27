import { aModel, aPreparedCall, aRoute, aSnapshot } from '../../../test/support/build-calls';
import type { FreeTier } from '../../catalog/tiers';
import { reserveCall, reserveNext, type ReserveTools } from './reserve-call';
import type { QuotaCap, QuotaClaim, QuotaGrant } from './free-quota';
import type { PlaceHoldRequest, Refusal } from './holds';
import type { HeldCall, PreparedCall } from './held-call';

const tier: FreeTier = {
  model: 'acme/small',
  enabled: true,
  rpm: 10,
  dailyUnits: 150,
  fundedMultiplier: 3,
  unitTokens: 8_192,
};

interface Wished {
  readonly balance?: bigint;
  readonly hasFreeFallback?: boolean;
  readonly header?: string;
  readonly isFreeOnly?: boolean;
  readonly isAuto?: boolean;
}

function aCall(wished: Wished = {}): PreparedCall {
  const { balance = 0n, hasFreeFallback = true, header, isAuto, isFreeOnly } = wished;
  const caller = { balanceNanos: balance, hasFreeFallback, clientIp: '203.0.113.9' };
  const call = aPreparedCall({ caller });
  return {
    ...call,
    clientHeaders: header === undefined ? {} : { 'x-free-fallback': header },
    plan: { ...call.plan, isFreeOnly: isFreeOnly ?? false, isAuto: isAuto ?? false },
  };
}

/** A quota that refuses the given subjects. */
function makeTools(over: Readonly<Record<string, QuotaCap>> = {}, tiers = [tier]) {
  const claims: QuotaClaim[] = [];
  const returned: QuotaGrant[] = [];
  const placed: PlaceHoldRequest[] = [];
  const tools: ReserveTools = {
    freeTiers: new Map(tiers.map((it) => [it.model, it])),
    addressCaps: {
      auto: { requestsPerMinute: 20, requestsPerDay: 300 },
      named: { requestsPerMinute: 60, requestsPerDay: 1_000 },
    },
    quota: {
      take: (claim) => {
        claims.push(claim);
        const cap = over[claim.subject];
        if (cap !== undefined) return Promise.resolve({ kind: 'over', cap });
        const grant = { subject: claim.subject, units: claim.units, takenAtMs: claim.nowMs };
        return Promise.resolve({ kind: 'granted', grant, requestsLeft: 9, unitsLeft: 149 });
      },
      peek: ({ subject }) => Promise.resolve(over[subject]),
      release: (grant) => void returned.push(grant),
    },
    holds: {
      place: (request) => {
        placed.push(request);
        const { amountNanos, holdId, walletId } = request;
        const hold = { walletId, holdId, instance: 'relay-1', amountNanos, counters: [] };
        return Promise.resolve({ kind: 'placed', hold });
      },
    },
  };
  return { tools, claims, returned, placed };
}

const userSubject = 'user_1:acme/small';
const mark = (call: HeldCall): string | undefined => call.plan.headers['x-tollgate-free-fallback'];

function getGrant(call: HeldCall | undefined): QuotaGrant | undefined {
  return call?.unpaid?.kind === 'quota' ? call.unpaid.grant : undefined;
}

describe('reserveCall', () => {
  it('uses no quota for a model without a free tier', async () => {
    const { claims, placed, tools } = makeTools({}, []);
    const held = await reserveCall(aCall(), tools);
    expect(held.unpaid).toBeUndefined();
    expect([claims.length, placed.length]).toEqual([0, 1]);
  });

  it('holds no money for a free call, and watches no limit', async () => {
    const { placed, tools } = makeTools();
    const held = await reserveCall(aCall({ balance: 5n }), tools);
    expect(held).toMatchObject({ worstCaseNanos: 0n, limits: [], hold: { amountNanos: 0n } });
    expect(getGrant(held)).toMatchObject({ subject: userSubject, units: 1 });
    expect(placed).toEqual([]);
    expect(held.plan.headers).toMatchObject({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '9',
    });
  });

  it.each([
    [0n, 150],
    [-1n, 150],
    [1n, 450],
  ])('lets a balance of %d use %d units a day', async (balance, unitsPerDay) => {
    const { claims, tools } = makeTools();
    await reserveCall(aCall({ balance }), tools);
    expect(claims[0]).toMatchObject({ requestsPerMinute: 10, unitsPerDay, units: 1 });
  });

  const paid = { balance: 1n };
  it.each([
    ['with credit', paid],
    ['when the request allows it', { ...paid, header: 'true' }],
    ['when a free name is asked for and the request allows it', freeName({ header: 'true' })],
  ])('falls back to a paid call %s', async (_, wished) => {
    const { placed, tools } = makeTools({ [userSubject]: 'rpm' });
    const held = await reserveCall(aCall(wished), tools);
    expect(mark(held)).toBe('rpm');
    expect(held.unpaid).toBeUndefined();
    expect(placed).toHaveLength(1);
  });

  it.each([
    ['without credit', {}],
    ['with debts', { balance: -1n }],
    ['when the request forbids to pay', { ...paid, header: 'false' }],
    ['when the request forbids it loudly', { ...paid, header: ' FALSE ' }],
    ['when the key or the account forbids it', { ...paid, hasFreeFallback: false }],
    ['when a free name is asked for', freeName({})],
    ['when a free name is asked for in other words', freeName({ header: 'yes' })],
    ['when the request allows what the key forbids', freeName({ header: 'true' }, false)],
  ])('answers 429 %s', async (_, wished) => {
    const { placed, tools } = makeTools({ [userSubject]: 'rpm' });
    await expect(reserveCall(aCall(wished), tools)).rejects.toMatchObject({
      status: 429,
      reason: 'rate_limited',
    });
    expect(placed).toEqual([]);
  });

  it('states when to retry, and advises against retries until tomorrow', async () => {
    const minute = makeTools({ [userSubject]: 'rpm' });
    const day = makeTools({ [userSubject]: 'daily' });
    await expect(reserveCall(aCall(), minute.tools)).rejects.toMatchObject({
      message: expect.stringMatching(/^Free quota of acme\/small exceeded: 10 requests per minute/),
      headers: { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' },
    });
    await expect(reserveCall(aCall(), day.tools)).rejects.toMatchObject({
      message: expect.stringMatching(/exceeded: 150 units per day\. Please try again in \d+s\.$/),
      headers: { 'x-should-retry': 'false', 'x-ratelimit-limit': '150' },
    });
  });

  it('caps auto:free by the address of the client as well', async () => {
    const free = { isAuto: true, isFreeOnly: true };
    const first = makeTools();
    await reserveCall(aCall(free), first.tools);
    expect(first.claims).toMatchObject([
      { subject: 'ip:203.0.113.9', requestsPerMinute: 20, unitsPerDay: 300, units: 1 },
      { subject: userSubject },
    ]);
    const over = makeTools({ 'ip:203.0.113.9': 'rpm' });
    await expect(reserveCall(aCall(free), over.tools)).rejects.toMatchObject({ status: 429 });
    expect(over.claims).toHaveLength(1);
  });

  it('uses for auto:free the next free model with quota left, and only its candidates', async () => {
    const other = aModel({ id: 'acme/other' });
    const snapshot = aSnapshot([aModel(), other], {
      'acme/small': [aRoute()],
      'acme/other': [aRoute({ id: 'route-2' })],
    });
    const body = { models: ['acme/other'] };
    const call = aPreparedCall({ body }, snapshot);
    const free = { ...call, plan: { ...call.plan, isAuto: true, isFreeOnly: true } };
    const tiers = [tier, { ...tier, model: 'acme/other' }];
    const { tools } = makeTools({ [userSubject]: 'daily' }, tiers);
    const held = await reserveCall(free, tools);
    expect(held.candidates.map(({ model }) => model.id)).toEqual(['acme/other']);
    expect(getGrant(held)?.subject).toBe('user_1:acme/other');
  });
});

const small = 'acme/small';
const other = 'acme/other';
const otherTier = { ...tier, model: other };
const otherSubject = `user_1:${other}`;

/** A waterfall of two models, as it was let in for nothing by its first. */
async function letIn(
  wished: Wished,
  tools: ReserveTools,
  changes: Partial<PreparedCall['plan']> = {},
): Promise<HeldCall> {
  const snapshot = aSnapshot([aModel(), aModel({ id: other })], {
    [small]: [aRoute()],
    [other]: [aRoute({ id: 'route-2' })],
  });
  const call = aCall(wished);
  const { candidates, prepared } = aPreparedCall({ body: { models: [other] } }, snapshot);
  const { isAuto, isFreeOnly } = call.plan;
  const plan = { ...call.plan, ...changes, isAuto, isFreeOnly };
  return reserveCall({ ...call, plan, candidates, prepared }, tools);
}

const listModels = ({ candidates }: HeldCall): string[] => candidates.map(({ model }) => model.id);

describe('reserveNext', () => {
  const funded = { balance: 1n };

  it('holds money for the paid model behind a free one that failed, as for any call', async () => {
    const { placed, returned, tools } = makeTools();
    const held = await letIn(funded, tools);
    expect([listModels(held), placed, returned]).toEqual([[small], [], []]);
    const next = await reserveNext(held, tools);
    expect(next && listModels(next)).toEqual([other]);
    expect(next).toMatchObject({ isResumed: true, hold: { instance: 'relay-1' } });
    expect(next?.unpaid).toBeUndefined();
    expect(placed).toMatchObject([{ holdId: held.ulid, amountNanos: next?.worstCaseNanos }]);
    expect(returned).toEqual([getGrant(held)]);
    // Headers of the released quota are not shown.
    expect(next?.plan.headers).toEqual({});
  });

  it('uses the quota of the next model where it has one, and releases the first', async () => {
    const { placed, returned, tools } = makeTools({}, [tier, otherTier]);
    const held = await letIn({}, tools);
    const next = await reserveNext(held, tools);
    expect(getGrant(next)?.subject).toBe(otherSubject);
    expect([placed, returned]).toEqual([[], [getGrant(held)]]);
    expect(next && (await reserveNext(next, tools))).toBeUndefined();
    expect(returned).toHaveLength(1);
  });

  it('pays beyond the quota of the next model, and names the cap', async () => {
    const { tools } = makeTools({ [otherSubject]: 'daily' }, [tier, otherTier]);
    const next = await reserveNext(await letIn(funded, tools), tools);
    expect(next && mark(next)).toBe('daily');
  });

  it('asks for the address of auto:free once', async () => {
    const { claims, tools } = makeTools({}, [tier, otherTier]);
    await reserveNext(await letIn({ isAuto: true, isFreeOnly: true }, tools), tools);
    expect(claims.map(({ subject }) => subject)).toEqual([
      'ip:203.0.113.9',
      userSubject,
      otherSubject,
    ]);
  });

  it.each<[string, Wished]>([
    ['without credit', {}],
    ['when the request forbids to pay', { ...funded, header: 'false' }],
    ['when the key forbids it', { ...funded, hasFreeFallback: false }],
    ['after a name that promised to be free', freeName({})],
  ])('does not fall back to a paid call %s', async (_, wished) => {
    const { placed, returned, tools } = makeTools();
    const held = await letIn(wished, tools);
    expect(await reserveNext(held, tools)).toBeUndefined();
    expect([placed, returned]).toEqual([[], []]);
  });

  it('pays after a free name when the request allows it', async () => {
    const { placed, tools } = makeTools();
    await reserveNext(await letIn(freeName({ header: 'true' }), tools), tools);
    expect(placed).toHaveLength(1);
  });

  it('keeps the failure when the credit is not sufficient', async () => {
    const { returned, tools } = makeTools();
    const refusal = { kind: 'no-funds', availableNanos: 0n, creditNanos: 0n, requiredNanos: 1n };
    const place: ReserveTools['holds']['place'] = () =>
      Promise.resolve({ kind: 'refused', refusal: refusal as Refusal });
    const held = await letIn(funded, tools);
    expect(await reserveNext(held, { ...tools, holds: { place } })).toBeUndefined();
    expect(returned).toEqual([]);
  });

  it('has nothing to add to a paid call: all its candidates are held for', async () => {
    const { tools } = makeTools({ [userSubject]: 'rpm' });
    const held = await letIn(funded, tools);
    expect(listModels(held)).toEqual([small, other]);
    expect(await reserveNext(held, tools)).toBeUndefined();
  });
});

describe('a free model that is named first, while the paid one behind it ranks higher', () => {
  async function admit(wished: Wished): Promise<[string[], PlaceHoldRequest[]]> {
    const { placed, tools } = makeTools({}, [otherTier]);
    const models = [{ model: aModel({ id: other }) }, { model: aModel() }];
    const held = await letIn(wished, tools, { models });
    return [listModels(held), placed];
  }

  it.each([
    ['to who asked for it by its free name', freeName({})],
    ['to who has no credit', {}],
    ['to who forbids to pay', { balance: 1n, header: 'false' }],
  ])('is used %s', async (_, wished) => {
    expect(await admit(wished)).toEqual([[other], []]);
  });

  it('is not used by callers that pay', async () => {
    const [models, placed] = await admit({ balance: 1n });
    expect(models).toEqual([small, other]);
    expect(placed).toHaveLength(1);
  });
});

function freeName(changes: Wished, hasFreeFallback = true): Wished {
  return { balance: 1n, isFreeOnly: true, hasFreeFallback, ...changes };
}

describe('the cap of a client address on free calls of named models', () => {
  const addressSubject = 'ip-named:203.0.113.9';

  it('counts calls that are free, once each', async () => {
    const { claims, tools } = makeTools();
    await reserveCall(aCall(), tools);
    expect(claims).toMatchObject([
      { subject: userSubject },
      { subject: addressSubject, units: 1, requestsPerMinute: 60, unitsPerDay: 1_000 },
    ]);
  });

  it('does not count calls that the quota of the model refuses', async () => {
    const { claims, tools } = makeTools({ [userSubject]: 'rpm' });
    await reserveCall(aCall({ balance: 5n }), tools);
    expect(claims.map(({ subject }) => subject)).toEqual([userSubject]);
  });

  it('refuses a call beyond it, and releases the units of the model', async () => {
    const { placed, returned, tools } = makeTools({ [addressSubject]: 'daily' });
    await expect(reserveCall(aCall(), tools)).rejects.toMatchObject({
      reason: 'rate_limited',
      metadata: { scope: 'free_tier', window: 'daily', limit: 1_000 },
    });
    expect(returned).toMatchObject([{ subject: userSubject }]);
    expect(placed).toEqual([]);
  });

  it('falls back to a paid call where the caller may pay', async () => {
    const { placed, tools } = makeTools({ [addressSubject]: 'rpm' });
    const held = await reserveCall(aCall({ balance: 5n }), tools);
    expect(mark(held)).toBe('rpm');
    expect(placed).toHaveLength(1);
  });
});
