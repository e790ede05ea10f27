import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@tollgate/testing';
import { BillingOutcome, UsageRecorded } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { emptyUsage, type UsageReading } from '@tollgate/model-spec';
import { silentLogger } from '@tollgate/observability';
import { Spool } from '@tollgate/spool';
import { aHeldCall, anOpenedCall, reservedNanos } from '../../../test/support/build-calls';
import { AnswerFailedError } from '../attempt/answer-failed-error';
import type { CompleteAnswer } from '../answer/complete-answer';
import { CallSettler } from './settle-call';
import { decodeEnvelope } from '../../spool/spool-envelope';

const directories: string[] = [];

interface Desk {
  readonly settler: CallSettler;
  readonly spool: Spool;
  /** What happened to holds, in order. */
  readonly holds: string[];
  /** The till confirms what was finalized. */
  readonly confirm: () => void;
  readonly counted: BillingOutcome[];
  /** Tokens of a session; undefined: the call counts as not made. */
  readonly used: (number | undefined)[];
  readonly excess: () => number;
  readonly wakes: () => number;
  /** What the publisher could take now. */
  readonly published: () => UsageRecorded[];
}

function openDesk(bytesMax = 1_000_000, isCovered = true): Desk {
  const directory = mkdtempSync(join(tmpdir(), 'settle-'));
  directories.push(directory);
  const spool = Spool.open({ directory, bytesMax, logger: silentLogger });
  spool.endRecovery();
  const holds: string[] = [];
  const counted: BillingOutcome[] = [];
  const used: (number | undefined)[] = [];
  const confirmations: (() => void)[] = [];
  let excess = 0;
  let wakes = 0;
  const settler = new CallSettler({
    spool,
    holds: {
      release: () => void holds.push('released'),
      noteExhausted: () => void holds.push('exhausted'),
      finalize: (_hold, costNanos, onFinal) => {
        holds.push(`final ${costNanos}`);
        confirmations.push(onFinal);
      },
    },
    onRecorded: () => wakes++,
    releaseQuota: ({ units }) => void holds.push(`given back ${units}`),
    noteUnbilledCancel: (userId) => void holds.push(`unbilled ${userId}`),
    noteSessionUse: (_caller, tokens) => void used.push(tokens),
    goodwill: {
      use: async (walletId, valueNanos) => {
        holds.push(`goodwill ${walletId} ${valueNanos}`);
        return { isCovered, state: { limitNanos: 5n, usedNanos: 4n, resetsAtMs: 60_000 } };
      },
    },
    metrics: { countCall: (outcome) => counted.push(outcome), countExcess: () => excess++ },
    logger: silentLogger,
  });
  return {
    settler,
    spool,
    holds,
    counted,
    used,
    confirm: () => confirmations.splice(0).forEach((onFinal) => onFinal()),
    excess: () => excess,
    wakes: () => wakes,
    published: () =>
      spool
        .readBatch(100)
        .map(({ payload }) => UsageRecorded.decode(decodeEnvelope(payload).payload)),
  };
}

function anAnswerWith(usage: UsageReading, isCancelled = false): CompleteAnswer {
  return {
    usage,
    upstreamUsage: { prompt_tokens: 8, vendor_field: 1 },
    finishReason: 'stop',
    nativeFinishReason: 'stop',
    firstTokenMs: undefined,
    hold: aHeldCall().hold,
    isCancelled,
    render: () => '',
  };
}

const someUsage: UsageReading = {
  kind: 'usage',
  usage: { ...emptyUsage, input: 8, output: 10 },
};

it('charges each of several requests by itself, in one record', async () => {
  const desk = openDesk();
  const single = { ...emptyUsage, input: 8, output: 10 };
  const answer = {
    ...anAnswerWith({ kind: 'usage', usage: { ...emptyUsage, input: 16, output: 20 } }),
    singleUsages: [{ usage: single }, { usage: single }],
  };
  const { costNanos, usage } = await desk.settler.settle(anOpenedCall(), answer);
  desk.confirm();
  expect([costNanos, usage.output]).toEqual([2n * (8_000n + 20_000n), 20]);
  expect(desk.published()).toMatchObject([
    {
      costNanos,
      lines: [
        { bucket: 'input', units: 16n, pricePicos: 1_000_000n },
        { bucket: 'output', units: 20n, pricePicos: 2_000_000n },
      ],
    },
  ]);
  expect(desk.holds).toEqual([`final ${costNanos}`]);
});

/** Unbilled calls are recorded behind the answer's back. */
async function recorded(desk: Desk): Promise<void> {
  await waitUntil(() => desk.wakes() > 0, { timeoutMs: 30_000 });
}

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

const anAttempt = { provider: 'acme', routeId: 'route-1', status: 200, durationMs: 5, error: '' };
const grant = { subject: 'user_1:acme/small', units: 3, takenAtMs: 0 };
const unpaid = { kind: 'quota', grant } as const;

describe('settling a free call', () => {
  it('records the list price as a discount, and touches no hold', async () => {
    const desk = openDesk();
    const settled = await desk.settler.settle(
      { ...anOpenedCall(), unpaid },
      anAnswerWith(someUsage),
    );
    expect(settled.costNanos).toBe(0n);
    expect(desk.holds).toEqual([]);
    expect(desk.published()).toMatchObject([
      {
        outcome: BillingOutcome.BILLING_OUTCOME_FREE,
        costNanos: 0n,
        cacheDiscountNanos: 28_000n,
        usage: { input: 8n, output: 10n },
      },
    ]);
    await desk.spool.close();
  });

  it.each([
    ['gives its units back when it failed', false, ['given back 3'], [undefined]],
    ['keeps its units when it was cancelled', true, [], [8]],
  ])('%s', async (_, isCancelled, expected, used) => {
    const desk = openDesk();
    const shown = new AppError('upstream_unavailable');
    const failure = { shown, isCancelled, isExhausted: false, attempts: [anAttempt] };
    await desk.settler.refund({ ...aHeldCall(), unpaid }, failure);
    await recorded(desk);
    expect(desk.holds).toEqual(expected);
    expect(desk.used).toEqual(used);
    await desk.spool.close();
  });

  it('counts an answer over an own provider key as one, though nothing in it has a price', async () => {
    const desk = openDesk();
    const answer = { ...anAnswerWith({ kind: 'missing' }), makeLines: () => [] };
    const own = { ...anOpenedCall(), unpaid: { kind: 'byok' } } as const;
    await desk.settler.settle(own, answer);
    expect(desk.counted).toEqual([BillingOutcome.BILLING_OUTCOME_FREE]);
    await desk.spool.close();
  });

  it('releases its units when nothing was used', async () => {
    const desk = openDesk();
    await desk.settler.settle({ ...anOpenedCall(), unpaid }, anAnswerWith({ kind: 'missing' }));
    await recorded(desk);
    expect(desk.holds).toEqual(['given back 3']);
    await desk.spool.close();
  });
});

describe('settling a complete answer', () => {
  it('charges the usage and shows the client the same amount', async () => {
    const desk = openDesk();
    const settled = await desk.settler.settle(anOpenedCall(), anAnswerWith(someUsage));
    expect(settled).toEqual({
      usage: { ...emptyUsage, input: 8, output: 10 },
      costNanos: 28_000n,
      upstream: { prompt_tokens: 8, vendor_field: 1 },
    });
    expect(desk.holds).toEqual(['final 28000']);
    expect(desk.counted).toEqual([BillingOutcome.BILLING_OUTCOME_CHARGED]);
    await desk.spool.close();
  });

  it('resolves when the record is on disk, and publishes it only after the till has the charge', async () => {
    const desk = openDesk();
    const call = anOpenedCall();
    await desk.settler.settle(call, anAnswerWith(someUsage));
    expect([...desk.spool.listBacklog()]).toHaveLength(1);
    expect(desk.published()).toEqual([]);
    expect(desk.wakes()).toBe(0);
    desk.confirm();
    expect(desk.wakes()).toBe(1);
    expect(desk.published()).toEqual([
      expect.objectContaining({
        generationUlid: call.ulid,
        outcome: BillingOutcome.BILLING_OUTCOME_CHARGED,
        costNanos: 28_000n,
        reservedNanos,
        lines: [
          { bucket: 'input', units: 8n, pricePicos: 1_000_000n },
          { bucket: 'output', units: 10n, pricePicos: 2_000_000n },
        ],
      }),
    ]);
    await desk.spool.close();
  });

  it.each<[string, UsageReading]>([
    ['no usage', { kind: 'missing' }],
    ['a usage of zeros', { kind: 'usage', usage: emptyUsage }],
  ])('charges nothing for %s', async (_what, usage) => {
    const desk = openDesk();
    const shown = await desk.settler.settle(anOpenedCall(), anAnswerWith(usage));
    expect(shown).toEqual({ usage: emptyUsage, costNanos: 0n, upstream: undefined });
    await recorded(desk);
    expect(desk.holds).toEqual(['released']);
    expect(desk.published()).toMatchObject([
      { outcome: BillingOutcome.BILLING_OUTCOME_REFUNDED_NO_USAGE, costNanos: 0n },
    ]);
    await desk.spool.close();
  });

  it('fails for an impossible usage, and leaves the hold to the refund', async () => {
    const desk = openDesk();
    const settling = desk.settler.settle(anOpenedCall(), anAnswerWith({ kind: 'unusable' }));
    await expect(settling).rejects.toBeInstanceOf(AnswerFailedError);
    expect(desk.holds).toEqual([]);
    expect([...desk.spool.listBacklog()]).toEqual([]);
    await desk.spool.close();
  });

  it('shows no cost that cannot be recorded', async () => {
    const desk = openDesk(0);
    const settling = desk.settler.settle(anOpenedCall(), anAnswerWith(someUsage));
    await expect(settling).rejects.toMatchObject({ shown: { reason: 'overloaded', status: 503 } });
    expect(desk.holds).toEqual([]);
    await desk.spool.close();
  });

  it('charges in full what exceeds its reserve, and counts it', async () => {
    const desk = openDesk();
    const usage = { ...emptyUsage, input: 8, output: 1_000_000 };
    await desk.settler.settle(anOpenedCall(), anAnswerWith({ kind: 'usage', usage }));
    expect(desk.holds).toEqual(['final 2000008000']);
    expect(desk.excess()).toBe(1);
    await desk.spool.close();
  });

  it('charges a client that left after the provider had reported the usage', async () => {
    const desk = openDesk();
    await desk.settler.settle(anOpenedCall(), anAnswerWith(someUsage, true));
    desk.confirm();
    expect(desk.published()).toMatchObject([
      { outcome: BillingOutcome.BILLING_OUTCOME_CHARGED, isCancelled: true },
    ]);
    await desk.spool.close();
  });
});

describe('refunding', () => {
  const shown = new AppError('upstream_unavailable');

  it('releases the hold at once and records what happened', async () => {
    const desk = openDesk();
    void desk.settler.refund(aHeldCall(), {
      shown,
      isCancelled: false,
      isExhausted: false,
      attempts: [],
    });
    expect(desk.holds).toEqual(['released']);
    await recorded(desk);
    expect(desk.published()).toMatchObject([
      {
        outcome: BillingOutcome.BILLING_OUTCOME_REFUNDED_UPSTREAM,
        errorCode: 'upstream_unavailable',
        costNanos: 0n,
        status: 0,
      },
    ]);
    await desk.spool.close();
  });

  it('is no error when the client left', async () => {
    const desk = openDesk();
    void desk.settler.refund(aHeldCall(), {
      shown,
      isCancelled: true,
      isExhausted: false,
      attempts: [],
    });
    await recorded(desk);
    expect(desk.published()).toMatchObject([
      {
        outcome: BillingOutcome.BILLING_OUTCOME_REFUNDED_CANCEL,
        errorCode: '',
        isCancelled: true,
      },
    ]);
    await desk.spool.close();
  });

  it('counts streams that were cancelled or ran out of credit, and calls of no other kind', async () => {
    const desk = openDesk();
    const streaming = aHeldCall({ body: { stream: true } });
    const cancelled = { shown, isCancelled: true, isExhausted: false, attempts: [] };
    await desk.settler.refund(aHeldCall(), cancelled);
    expect(desk.holds.splice(0)).toEqual(['released']);
    await desk.settler.refund(streaming, cancelled);
    expect(desk.holds.splice(0)).toEqual(['released', 'unbilled user_1']);
    await desk.settler.refund(streaming, { ...cancelled, isCancelled: false, isExhausted: true });
    expect(desk.holds.splice(0)).toEqual(['exhausted', 'released', 'unbilled user_1']);
    await desk.settler.refund({ ...streaming, unpaid: { kind: 'byok' } }, cancelled);
    expect(desk.holds).toEqual([]);
  });

  it('notes callers that cancel speech before its end', async () => {
    const desk = openDesk();
    const call = aHeldCall();
    const piped = {
      ...call,
      request: { ...call.request, isStreaming: false, isPiped: true },
    } as const;
    const shown = new AppError('bad_request');
    const failure = { shown, isCancelled: true, isExhausted: false, attempts: [] };
    await desk.settler.refund(piped, failure);
    expect(desk.holds).toEqual(['released', expect.stringMatching(/^unbilled /)]);
  });

  it('releases the hold even when nothing can be recorded', async () => {
    const desk = openDesk(0);
    void desk.settler.refund(aHeldCall(), {
      shown,
      isCancelled: false,
      isExhausted: false,
      attempts: [],
    });
    await waitUntil(() => desk.holds.length > 0, { timeoutMs: 30_000 });
    expect(desk.holds).toEqual(['released']);
    await desk.spool.close();
  });
});

describe('a stream that its caller ended, or that ran out of credit', () => {
  const shown = new AppError('insufficient_credits');
  const streaming = aHeldCall({ body: { stream: true } });
  const output = { tokens: 99.2, hold: streaming.hold, hasSentBytes: true };
  const cancelled = { shown, isCancelled: true, isExhausted: false, attempts: [anAttempt], output };
  /** 8 tokens of prompt and 100 of output. */
  const valueNanos = 208_000n;

  it('is free within the allowance, and uses its value of it', async () => {
    const desk = openDesk();
    const refund = await desk.settler.refund(streaming, cancelled);
    await recorded(desk);
    const goodwill = { limitNanos: 5n, usedNanos: 4n, resetsAtMs: 60_000 };
    expect(refund).toEqual({ costNanos: 0n, goodwill });
    expect(desk.holds).toEqual(['goodwill user_1 208000', 'released', 'unbilled user_1']);
    expect(desk.used).toEqual([108]);
    expect(desk.published()).toMatchObject([
      {
        outcome: BillingOutcome.BILLING_OUTCOME_REFUNDED_CANCEL,
        costNanos: 0n,
        goodwillNanos: valueNanos,
      },
    ]);
    await desk.spool.close();
  });

  it.each([
    ['cancelled', cancelled],
    ['exhausted', { ...cancelled, isCancelled: false, isExhausted: true }],
  ])('costs its value beyond the allowance (%s)', async (_name, failure) => {
    const desk = openDesk(1_000_000, false);
    expect(await desk.settler.refund(streaming, failure)).toMatchObject({ costNanos: valueNanos });
    expect(desk.holds.filter((line) => line !== 'exhausted')).toEqual([
      'goodwill user_1 208000',
      'final 208000',
    ]);
    expect([...desk.spool.listBacklog()]).toHaveLength(1);
    desk.confirm();
    expect(desk.published()).toMatchObject([
      {
        outcome: BillingOutcome.BILLING_OUTCOME_CHARGED_CANCEL,
        costNanos: valueNanos,
        isEstimated: true,
        usage: { input: 8n, output: 100n },
        lines: [
          { bucket: 'input', units: 8n },
          { bucket: 'output', units: 100n },
        ],
      },
    ]);
    expect(desk.excess()).toBe(0);
    await desk.spool.close();
  });

  it('never costs more than its hold', async () => {
    const desk = openDesk(1_000_000, false);
    const hold = { ...streaming.hold, amountNanos: 100_000n };
    await desk.settler.refund(streaming, { ...cancelled, output: { ...output, hold } });
    desk.confirm();
    expect(desk.published()).toMatchObject([{ costNanos: 100_000n, reservedNanos: 100_000n }]);
    await desk.spool.close();
  });

  it('costs nothing when the charge cannot be recorded', async () => {
    const desk = openDesk(0, false);
    await desk.settler.refund(streaming, cancelled);
    expect(desk.holds).toContain('released');
    expect(desk.holds.filter((line) => line.startsWith('final'))).toEqual([]);
    await desk.spool.close();
  });

  it('does not count while no provider was asked', async () => {
    const desk = openDesk(1_000_000, false);
    await desk.settler.refund(streaming, { ...cancelled, attempts: [] });
    expect(desk.holds).toEqual(['released', 'unbilled user_1']);
    await desk.spool.close();
  });

  it('is free and uncounted when the provider failed', async () => {
    const desk = openDesk(1_000_000, false);
    const failed = { ...cancelled, isCancelled: false };
    const refund = await desk.settler.refund(streaming, failed);
    expect(refund).toEqual({ costNanos: 0n, goodwill: undefined });
    expect(desk.holds).toEqual(['released']);
    await desk.spool.close();
  });
});
