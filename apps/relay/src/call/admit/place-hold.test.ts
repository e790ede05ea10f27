import type { AppError } from '@tollgate/errors';
import { anonymousIdentity } from '@tollgate/identity';
import { personalPolicy as policy } from '@tollgate/policy';
import {
  aModel,
  aRoute,
  aPreparedCall,
  aSnapshot,
  type CallChanges,
} from '../../../test/support/build-calls';
import type { Holds, PlaceHoldRequest, Refusal } from './holds';
import { placeHold, listLimits } from './place-hold';

/** Holds with scripted answers that record the requests. */
function fakeHolds(
  refusal?: Refusal,
  heldNanos?: bigint,
): { holds: Holds; asked: PlaceHoldRequest[] } {
  const asked: PlaceHoldRequest[] = [];
  const holds: Holds = {
    place: async (request) => {
      asked.push(request);
      if (refusal) return { kind: 'refused', refusal };
      const amountNanos = heldNanos ?? request.amountNanos;
      const hold = { ...request, amountNanos, instance: 'relay-1', counters: request.limits };
      return { kind: 'placed', hold };
    },
    extend: () => Promise.reject(new Error('not asked for')),
    noteExhausted: () => undefined,
    release: () => undefined,
    finalize: () => undefined,
  };
  return { holds, asked };
}

async function reserveFor(changes: CallChanges, maxCompletionTokens?: number): Promise<bigint> {
  const { holds, asked } = fakeHolds();
  const snapshot = aSnapshot([aModel({ maxCompletionTokens })]);
  await placeHold(aPreparedCall(changes, snapshot), holds);
  return asked[0]?.amountNanos ?? -1n;
}

async function refusalOf(refusal: Refusal, changes: CallChanges = {}): Promise<AppError> {
  const { holds } = fakeHolds(refusal);
  return placeHold(aPreparedCall(changes), holds).then(
    () => Promise.reject(new Error('the call was held')),
    (error: unknown) => error as AppError,
  );
}

/** "Hello" is 2 tokens, a message 6 more; $1 and $2 per million. */
const promptNanos = 8n * 1_000n;
const outputNanos = (tokens: bigint): bigint => tokens * 2_000n;

describe('the reserve of a call', () => {
  it('covers the prompt and the output that the caller allows, for every choice', async () => {
    expect(await reserveFor({ body: { max_tokens: 10 } })).toBe(promptNanos + outputNanos(10n));
    expect(await reserveFor({ body: { max_tokens: 10, n: 3 } })).toBe(
      promptNanos + outputNanos(30n),
    );
  });

  it('covers the prompt of every choice where each is a request of its own', async () => {
    const { asked, holds } = fakeHolds();
    const routes = { 'acme/small': [aRoute({ protocol: 'gemini' })] };
    const body = { max_tokens: 10, n: 3 };
    await placeHold(aPreparedCall({ body }, aSnapshot([aModel()], routes)), holds);
    expect(asked[0]?.amountNanos).toBe(3n * promptNanos + outputNanos(30n));
  });

  it('falls back to the limit of the model, and to 8192 tokens', async () => {
    expect(await reserveFor({}, 100)).toBe(promptNanos + outputNanos(100n));
    expect(await reserveFor({}, 100_000)).toBe(promptNanos + outputNanos(8_192n));
    expect(await reserveFor({})).toBe(promptNanos + outputNanos(8_192n));
  });

  it('may be a part of a lease, unless it may grow', async () => {
    const canShare = async (body: Record<string, unknown>): Promise<boolean | undefined> => {
      const { holds, asked } = fakeHolds();
      await placeHold(aPreparedCall({ body }, aSnapshot([aModel()])), holds);
      return asked[0]?.canShare;
    };
    expect(await canShare({ max_tokens: 10 })).toBe(true);
    expect(await canShare({ max_tokens: 10, stream: true })).toBe(true);
    expect(await canShare({ stream: true })).toBe(false);
  });

  it('counts the 16 tokens that the Responses protocol gives at least', async () => {
    const { holds, asked } = fakeHolds();
    const routes = { 'acme/small': [aRoute({ protocol: 'responses' })] };
    const call = aPreparedCall({ body: { max_tokens: 1 } }, aSnapshot([aModel()], routes));
    await placeHold(call, holds);
    expect(asked[0]?.amountNanos).toBe(promptNanos + outputNanos(16n));
  });

  it('covers the most expensive candidate of the call', async () => {
    const { holds, asked } = fakeHolds();
    const routes = [aRoute(), aRoute({ id: 'dear', prices: { prompt: '10', completion: '20' } })];
    const snapshot = aSnapshot([aModel()], { 'acme/small': routes });
    await placeHold(aPreparedCall({ body: { max_tokens: 10 } }, snapshot), holds);
    expect(asked[0]?.amountNanos).toBe(10n * (promptNanos + outputNanos(10n)));
  });

  it('of a stream may be as little as the prompt and 1,024 tokens', async () => {
    const { holds, asked } = fakeHolds();
    await placeHold(aPreparedCall({ body: { max_tokens: 5_000, stream: true } }), holds);
    expect(asked[0]).toMatchObject({
      amountNanos: promptNanos + outputNanos(5_000n),
      floorNanos: promptNanos + outputNanos(1_024n),
    });
  });

  it('counts cache markers and thinking at their own prices', async () => {
    const prices = { prompt: '1', completion: '2', cacheWrite: '4', cacheWrite1h: '8' };
    const dear = { ...prices, thinkingMultiplier: '2' };
    const reserve = async (body: object): Promise<bigint> => {
      const { holds, asked } = fakeHolds();
      const snapshot = aSnapshot([aModel({ prices: dear })]);
      await placeHold(aPreparedCall({ body: { max_tokens: 10, ...body } }, snapshot), holds);
      return asked[0]?.amountNanos ?? -1n;
    };
    const plain = promptNanos + outputNanos(10n);
    const marked = (marker: object) => ({
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Hello', cache_control: marker }] },
      ],
    });
    expect(await reserve({})).toBe(plain);
    expect(await reserve(marked({ type: 'ephemeral' }))).toBe(plain + 3n * promptNanos);
    expect(await reserve(marked({ type: 'ephemeral', ttl: '1h' }))).toBe(plain + 7n * promptNanos);
    expect(await reserve({ enable_thinking: true })).toBe(plain + outputNanos(10n));
  });

  it('counts the web plugin where it is on and a candidate can search', async () => {
    const prices = { prompt: '1', completion: '2', web: '0.01' };
    const reserve = async (plugins: readonly object[], supported: readonly string[]) => {
      const { holds, asked } = fakeHolds();
      const routes = [aRoute({ supportedParameters: supported }), aRoute({ id: 'other' })];
      const snapshot = aSnapshot([aModel({ prices })], { 'acme/small': routes });
      const held = await placeHold(
        aPreparedCall({ body: { max_tokens: 10, plugins } }, snapshot),
        holds,
      );
      const fees = held.candidates.map(({ work }) => work.usesWeb);
      return [(asked[0]?.amountNanos ?? -1n) - promptNanos - outputNanos(10n), fees];
    };
    const web = { id: 'web' };
    // The fee, and 8,000 tokens of prompt for what the search finds.
    const searched = [10_000_000n + 8_000_000n, [true, false]];
    expect(await reserve([web], ['plugins'])).toEqual(searched);
    expect(await reserve([{ ...web, enabled: true }], ['plugins'])).toEqual(searched);
    expect(await reserve([{ ...web, enabled: false }], ['plugins'])).toEqual([0n, [false, false]]);
    expect(await reserve([web], ['tools'])).toEqual([0n, [false, false]]);
    expect(await reserve([{ id: 'other' }], ['plugins'])).toEqual([0n, [false, false]]);
  });

  it('is placed under the id of the call, with the cap of its key', async () => {
    const { holds, asked } = fakeHolds();
    const call = aPreparedCall({ caller: { limit: { nanos: 5n, period: 'weekly' } } });
    const held = await placeHold(call, holds);
    expect(asked).toEqual([
      expect.objectContaining({
        walletId: 'user_1',
        holdId: call.ulid,
        limits: [
          { scope: 'key', scopeId: 'key_1', window: 'weekly', limitNanos: 5n, rule: 'reserved' },
        ],
      }),
    ]);
    expect(held.hold.holdId).toBe(call.ulid);
  });

  it('has no limits for a key without a cap', async () => {
    const { holds, asked } = fakeHolds();
    await placeHold(aPreparedCall(), holds);
    expect(asked[0]?.limits).toEqual([]);
  });
});

type Sent = Readonly<Record<string, unknown>>;

/** What the first provider is sent when the till held this much. */
async function sendWith(
  heldTokens: bigint,
  changes: CallChanges,
  snapshot = aSnapshot([aModel({ maxCompletionTokens: 100_000 })]),
): Promise<Sent> {
  const { holds } = fakeHolds(undefined, promptNanos + outputNanos(heldTokens));
  const held = await placeHold(aPreparedCall(changes, snapshot), holds);
  return JSON.parse(held.prepared.request.body) as Sent;
}

describe('a plain call that names no output limit', () => {
  const big = { maxCompletionTokens: 100_000 };

  it('may hold as much as the maximum of its model costs', async () => {
    const { holds, asked } = fakeHolds();
    await placeHold(aPreparedCall({}, aSnapshot([aModel(big)])), holds);
    expect(asked[0]).toMatchObject({
      amountNanos: promptNanos + outputNanos(8_192n),
      floorNanos: promptNanos + outputNanos(8_192n),
      ceilingNanos: promptNanos + outputNanos(100_000n),
    });
  });

  it('is limited to the tokens that its hold pays for', async () => {
    expect(await sendWith(20_000n, {})).toMatchObject({ max_tokens: 20_000 });
    const openai = { ...aModel(big), family: 'openai' as const };
    const sent = await sendWith(20_000n, {}, aSnapshot([openai]));
    expect(sent).toMatchObject({ max_completion_tokens: 20_000 });
    expect(sent).not.toHaveProperty('max_tokens');
  });

  it('is limited for each of its choices', async () => {
    expect(await sendWith(30_000n, { body: { n: 3 } })).toMatchObject({ max_tokens: 10_000 });
  });

  it('is sent as it came where the hold covers the maximum', async () => {
    expect(await sendWith(100_000n, {})).not.toHaveProperty('max_tokens');
  });

  it('is limited to 8,192 tokens where the maximum is unknown', async () => {
    expect(await sendWith(8_192n, {}, aSnapshot())).toMatchObject({ max_tokens: 8_192 });
    const small = { ...aModel(), contextLength: 4_000 };
    expect(await sendWith(8_192n, {}, aSnapshot([small]))).toMatchObject({ max_tokens: 3_992 });
  });

  it('is limited in the field of every protocol', async () => {
    const by = (protocol: 'anthropic' | 'gemini' | 'responses') =>
      aSnapshot([aModel(big)], { 'acme/small': [aRoute({ protocol })] });
    expect(await sendWith(20_000n, {}, by('responses'))).toMatchObject({
      max_output_tokens: 20_000,
    });
    expect(await sendWith(20_000n, {}, by('gemini'))).toMatchObject({
      generationConfig: { maxOutputTokens: 20_000 },
    });
    expect(await sendWith(8_192n, {}, by('anthropic'))).toMatchObject({ max_tokens: 8_192 });
  });

  it('is limited for every candidate by what that one costs', async () => {
    const routes = [
      aRoute(),
      aRoute({ id: 'dear', prices: { prompt: '1', completion: '4' } }),
      aRoute({ id: 'short', maxCompletionTokens: 9_000 }),
    ];
    const snapshot = aSnapshot([aModel(big)], { 'acme/small': routes });
    const { asked, holds } = fakeHolds(undefined, promptNanos + outputNanos(20_000n));
    const held = await placeHold(aPreparedCall({}, snapshot), holds);
    expect(asked[0]).toMatchObject({
      amountNanos: promptNanos + outputNanos(2n * 8_192n),
      ceilingNanos: promptNanos + outputNanos(200_000n),
    });
    const limits = held.candidates.map((candidate) => {
      const { request } = candidate.request.prepare(candidate, candidate.face);
      return [candidate.route.id, (JSON.parse(request.body) as Sent)['max_tokens']];
    });
    expect(Object.fromEntries(limits)).toEqual({
      'route-1': 20_000,
      dear: 10_000,
      short: undefined,
    });
  });

  it('may think within the limit, and holds at least its budget', async () => {
    const thinking = aModel({ ...big, thinking: { mode: 'optional', default: false } });
    const { asked, holds } = fakeHolds();
    const body = { reasoning: { max_tokens: 20_000 } };
    await placeHold(aPreparedCall({ body }, aSnapshot([thinking])), holds);
    expect(asked[0]).toMatchObject({
      amountNanos: promptNanos + outputNanos(20_000n),
      ceilingNanos: promptNanos + outputNanos(100_000n),
    });
  });
});

describe('a stream that names no output limit', () => {
  it('starts with little, is not limited, and may extend its hold up to the maximum', async () => {
    const { asked, holds } = fakeHolds();
    const snapshot = aSnapshot([aModel({ maxCompletionTokens: 100_000 })]);
    const held = await placeHold(aPreparedCall({ body: { stream: true } }, snapshot), holds);
    expect(asked[0]).toMatchObject({
      floorNanos: promptNanos + outputNanos(1_024n),
      amountNanos: promptNanos + outputNanos(8_192n),
      ceilingNanos: promptNanos + outputNanos(100_000n),
    });
    expect(held.worstCaseNanos).toBe(promptNanos + outputNanos(100_000n));
    expect(JSON.parse(held.prepared.request.body)).not.toHaveProperty('max_tokens');
  });

  it('is metered to its end where the maximum is unknown', async () => {
    const { asked, holds } = fakeHolds();
    const held = await placeHold(aPreparedCall({ body: { stream: true } }), holds);
    expect(asked[0]?.ceilingNanos).toBe(asked[0]?.amountNanos);
    expect(held.worstCaseNanos).toBe(promptNanos + outputNanos(1_000_000n));
  });
});

describe('a refused hold', () => {
  it('names what is available and what is required', async () => {
    const error = await refusalOf(
      { kind: 'no-funds', availableNanos: 1_000n, creditNanos: 0n, requiredNanos: 28_000n },
      { body: { max_tokens: 10 } },
    );
    expect(error).toMatchObject({
      reason: 'insufficient_credits',
      status: 402,
      metadata: { scope: 'wallet', available: 0.000001, required: 0.000028 },
    });
    expect(error.message).toContain('$0.000028');
  });
});

const caller = { ...anonymousIdentity, userId: 'user_1', keyId: 'key_1', walletId: 'user_1' };

describe('the limits of a call', () => {
  it('are empty for a caller without a cap and a breaker', () => {
    expect(listLimits({ caller, policy })).toEqual([]);
  });

  it('are both windows of the personal breaker, and then the cap of the key', () => {
    const limit = { nanos: 5n, period: 'weekly' } as const;
    const breaker = { minuteNanos: 1n, hourNanos: 20n };
    expect(listLimits({ caller: { ...caller, limit, breaker }, policy })).toEqual([
      { scope: 'user', scopeId: 'user_1', window: 'minute', limitNanos: 1n, rule: 'settled' },
      { scope: 'user', scopeId: 'user_1', window: 'hour', limitNanos: 20n, rule: 'settled' },
      { scope: 'key', scopeId: 'key_1', window: 'weekly', limitNanos: 5n, rule: 'reserved' },
    ]);
  });

  it('hold the breakers of an organization before its budgets, and both before the cap', () => {
    const base = { scope: 'org', scopeId: 'org_1', limitNanos: 9n } as const;
    const limits = [
      { ...base, window: 'minute', rule: 'settled' },
      { ...base, window: 'monthly', rule: 'reserved' },
    ] as const;
    const limit = { nanos: 5n, period: 'weekly' } as const;
    const breaker = { minuteNanos: 1n, hourNanos: 20n };
    const org = { orgId: 'org_1', teamId: '', memberId: 'mem_1' };
    const listed = listLimits({
      caller: { ...caller, limit, breaker, org },
      policy: { ...policy, limits },
    });
    expect(listed.map(({ scope, window }) => `${scope} ${window}`)).toEqual([
      'user minute',
      'user hour',
      'org minute',
      'org monthly',
      'key weekly',
    ]);
  });

  it('omit the personal breaker for a key without a member', () => {
    const breaker = { minuteNanos: 1n, hourNanos: 20n };
    const org = { orgId: 'org_1', teamId: '', memberId: '' };
    expect(listLimits({ caller: { ...caller, breaker, org }, policy })).toEqual([]);
  });
});
