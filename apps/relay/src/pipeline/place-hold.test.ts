import type { AppError } from '@tollgate/errors';
import {
  aModel,
  aRoute,
  aPreparedCall,
  aSnapshot,
  type CallChanges,
} from '../../test/support/build-calls';
import type { Holds, PlaceHoldRequest, Refusal } from './holds';
import { placeHold } from './place-hold';

/** Holds that answer as told and remember what they were asked. */
function fakeHolds(refusal?: Refusal): { holds: Holds; asked: PlaceHoldRequest[] } {
  const asked: PlaceHoldRequest[] = [];
  const holds: Holds = {
    place: async (request) => {
      asked.push(request);
      if (refusal) return { kind: 'refused', refusal };
      const hold = { ...request, instance: 'relay-1', counters: request.limits };
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

  it('falls back to the limit of the model, and to 8192 tokens', async () => {
    expect(await reserveFor({}, 100)).toBe(promptNanos + outputNanos(100n));
    expect(await reserveFor({}, 100_000)).toBe(promptNanos + outputNanos(8_192n));
    expect(await reserveFor({})).toBe(promptNanos + outputNanos(8_192n));
  });

  it('is the dearest of all ways that the call could take', async () => {
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

  it('counts cache markers, thinking and the web plugin at their own prices', async () => {
    const prices = { prompt: '1', completion: '2', cacheWrite: '4', cacheWrite1h: '8' };
    const dear = { ...prices, thinkingMultiplier: '2', web: '0.01' };
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
    expect(await reserve({ plugins: [{ id: 'web' }] })).toBe(plain + 10_000_000n);
  });

  it('is asked for under the id of the call, with the cap of its key', async () => {
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

describe('a refused hold', () => {
  it('tells what is available and what would be needed', async () => {
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
