import { RefusalRecorded } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import type { OutgoingEvent } from '@tollgate/event-log';
import { anonymousIdentity } from '@tollgate/identity';
import { createMetrics, silentLogger } from '@tollgate/observability';
import { createRefusalLog, type RefusedRequest } from './refusal-log';

const caller = { ...anonymousIdentity, kind: 'standard_key', userId: 'user_1' } as const;
const error = new AppError('insufficient_credits', { metadata: { available: 0, required: 1 } });

function setUp() {
  const sent: RefusalRecorded[] = [];
  const batches: number[] = [];
  const state = { nowMs: Date.UTC(2026, 10, 16, 9, 0), isLogAway: false };
  const metrics = createMetrics('test');
  const log = createRefusalLog({
    eventLog: {
      publish: async (_topic: string, events: readonly OutgoingEvent[]) => {
        if (state.isLogAway) throw new Error('away');
        batches.push(events.length);
        for (const { payload } of events) sent.push(RefusalRecorded.decode(payload));
      },
    },
    logger: silentLogger,
    metrics,
    getNowMs: () => state.nowMs,
  });
  let count = 0;
  const refuse = (keyId: string, changes: Partial<RefusedRequest> = {}): void => {
    count += 1;
    const request = { requestId: `req_${count}`, httpRoute: 'POST /v1/chat/completions' };
    log.note(error, { ...request, caller: { ...caller, keyId }, ...changes });
  };
  const readDropped = async (): Promise<number> => {
    const { text } = await metrics.render();
    return Number(/^tollgate_refusals_dropped_total\S* (\d+)$/m.exec(text)?.[1]);
  };
  return { sent, batches, state, refuse, readDropped, stop: async () => log.part.stop?.() };
}

describe('the refusal log', () => {
  it('sends caller, call and figures', async () => {
    const { refuse, sent, stop } = setUp();
    refuse('key_1', { model: 'acme/chat', teamId: 'team_1' });
    await stop();
    expect(sent).toMatchObject([
      {
        requestId: 'req_1',
        callerId: 'key_1',
        userId: 'user_1',
        teamId: 'team_1',
        model: 'acme/chat',
        code: 'insufficient_credits',
        scope: 'account',
        figuresJson: '{"unit":"usd","available":0,"required":1}',
        resetsAt: undefined,
        leftOut: 0,
      },
    ]);
  });

  it('records no other errors and no unknown callers', async () => {
    const { refuse, sent, stop } = setUp();
    refuse('', { caller: anonymousIdentity });
    refuse('', { caller: { ...anonymousIdentity, kind: 'operator' } });
    await stop();
    expect(sent).toEqual([]);
  });

  it('bounds the refusals of a caller in a minute and counts those left out', async () => {
    const { refuse, sent, state, stop } = setUp();
    for (let call = 0; call < 1_000; call += 1) refuse('key_loop');
    refuse('key_other');
    state.nowMs += 60_000;
    refuse('key_loop');
    await stop();
    const loop = sent.filter(({ callerId }) => callerId === 'key_loop');
    expect(loop).toHaveLength(22);
    expect(loop[20]).toMatchObject({ requestId: 'req_1000', leftOut: 979 });
    expect(loop[21]).toMatchObject({ requestId: 'req_1002', leftOut: 0 });
    expect(sent.filter(({ callerId }) => callerId === 'key_other')).toHaveLength(1);
  });

  it('keeps the queue bounded while the event log is away, and sends it afterwards', async () => {
    const { batches, readDropped, refuse, sent, state, stop } = setUp();
    state.isLogAway = true;
    for (let call = 0; call < 5_100; call += 1) refuse(`key_${call}`);
    expect(await readDropped()).toBe(100);
    state.isLogAway = false;
    await stop();
    expect(sent).toHaveLength(5_000);
    expect(batches).toEqual(Array.from({ length: 10 }, () => 500));
  });

  it('sends refusals again that could not be sent', async () => {
    const { refuse, sent, state, stop } = setUp();
    refuse('key_1');
    state.isLogAway = true;
    await stop();
    expect(sent).toEqual([]);
    state.isLogAway = false;
    await stop();
    expect(sent).toHaveLength(1);
  });
});
