import { AppError } from '@tollgate/errors';
import { anOpenedCall } from '../../../test/support/build-calls';
import { ExhaustedError } from '../attempt/answer-failed-error';
import type { ExtendHoldRequest, PlaceHoldResult } from '../admit/holds';
import { OutputCount, ScriptedMeter, StreamMeter } from './meter-stream';
import type { OpenedCall } from '../attempt/opened-call';

/** "Hello" is 8 tokens of prompt at 1,000 nanos; output costs 2,000 nanos a token. */
const promptNanos = 8_000n;
const outputNanos = 2_000n;

function aStream(tokensHeld: bigint, tokensMax = 10_000): OpenedCall {
  const call = anOpenedCall({ body: { stream: true, max_tokens: tokensMax } });
  const hold = { ...call.hold, amountNanos: promptNanos + tokensHeld * outputNanos };
  const worstCaseNanos = promptNanos + BigInt(tokensMax) * outputNanos;
  return { ...call, hold, worstCaseNanos };
}

function makeMeter(call: OpenedCall, isRefused = false) {
  const asked: ExtendHoldRequest[] = [];
  const extend = async (request: ExtendHoldRequest): Promise<PlaceHoldResult> => {
    asked.push(request);
    if (isRefused) {
      const none = { availableNanos: 0n, creditNanos: 0n, requiredNanos: 1n };
      return { kind: 'refused', refusal: { kind: 'no-funds', ...none } };
    }
    const amountNanos = request.hold.amountNanos + request.amountNanos;
    return { kind: 'placed', hold: { ...request.hold, amountNanos } };
  };
  const output = new OutputCount();
  const meter = StreamMeter.of(call, { extend }, output);
  if (!meter) throw new Error('nothing to meter');
  return { meter, asked, output };
}

/** So many tokens of text. */
const text = (tokens: number): string => 'x'.repeat(Math.ceil(tokens * 3.2));

describe('the meter of a stream', () => {
  it('is not needed when the worst case is covered', () => {
    const extend = () => Promise.reject(new Error('not asked for'));
    expect(StreamMeter.of(aStream(100n, 100), { extend }, new OutputCount())).toBeUndefined();
  });

  it('reports when the output has used up the hold, counting other scripts higher', () => {
    const { meter, output } = makeMeter(aStream(100n));
    output.count(text(90));
    expect(meter.isUsedUp).toBe(false);
    output.count('ü'.repeat(8));
    expect(meter.isUsedUp).toBe(true);
  });

  it('extends by 4,096 tokens at a time, up to the limit of the caller', async () => {
    const { meter, asked, output } = makeMeter(aStream(1_024n, 6_000));
    for (let round = 0; round < 3; round++) {
      output.count(text(4_096));
      await meter.extend();
    }
    expect(asked.map(({ amountNanos, step }) => [step, amountNanos / outputNanos])).toEqual([
      [1, 4_096n],
      [2, 880n],
    ]);
    expect(meter.hold.amountNanos).toBe(promptNanos + 6_000n * outputNanos);
    output.count(text(100_000));
    expect(meter.isUsedUp).toBe(false);
  });

  it('extends once for choices that need it at the same time', async () => {
    const { asked, meter, output } = makeMeter(aStream(1_024n, 6_000));
    output.count(text(2_000));
    await Promise.all([meter.extend(), meter.extend()]);
    expect(asked).toHaveLength(1);
  });

  it('ends the stream when the credit is used up', async () => {
    const { meter } = makeMeter(aStream(1_024n), true);
    const error: unknown = await meter.extend().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ExhaustedError);
    expect((error as ExhaustedError).shown).toBeInstanceOf(AppError);
    expect((error as ExhaustedError).shown.reason).toBe('insufficient_credits');
  });
});

describe('the meter of a test key', () => {
  it('ends the stream without credit after the tokens of the script', async () => {
    const output = new OutputCount();
    const meter = new ScriptedMeter(aStream(0n), 10, output);
    output.count(text(9));
    expect(meter.isUsedUp).toBe(false);
    output.count(text(1));
    expect(meter.isUsedUp).toBe(true);
    await expect(meter.extend()).rejects.toMatchObject({
      shown: { reason: 'insufficient_credits' },
    });
  });
});
