import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createRedis, type Redis } from '@tollgate/redis';
import { Spool } from '@tollgate/spool';
import { startTestRedis, type TestRedis } from '@tollgate/testing';
import { explainNoAnswer, silentMsMax } from '../src/call/once/describe-first';
import { RedisCallKeys } from '../src/call/once/redis-call-keys';
import { recoverCalls } from '../src/call/once/recover-calls';
import { encodeUsageRecord, makeUsageRecord } from '../src/call/settle/make-usage-record';
import { BillingOutcome } from '@tollgate/contracts';
import { aHeldCall } from './support/build-calls';

const instance = 'relay-1';
let server: TestRedis;
let redis: Redis;
let directory = '';
let spool: Spool;

beforeAll(async () => {
  server = await startTestRedis();
  redis = createRedis({ url: server.urlOf('relay'), name: 'test', logger: silentLogger });
  await redis.connect();
  directory = mkdtempSync(join(tmpdir(), 'once-'));
  spool = Spool.open({ directory, bytesMax: 1_000_000, logger: silentLogger });
});
afterAll(async () => {
  await spool?.close();
  if (directory !== '') rmSync(directory, { recursive: true });
  redis?.disconnect();
  await server?.stop();
});

async function begin(id: string) {
  const held = aHeldCall();
  const call = { id, fingerprint: 'same', ulid: held.ulid };
  const keys = new RedisCallKeys(redis, instance);
  expect(await keys.claim(call)).toBe('run');
  await keys.progress(call, ['a part']);
  return { held, call, keys };
}

/** The answer of another relay to a repeated call. */
async function tell(id: string) {
  const other = new RedisCallKeys(redis, 'relay-2');
  expect(await other.claim({ id, fingerprint: 'same', ulid: makeUlid() })).toBe('taken');
  const view = await other.look(id, 0);
  return view === undefined ? undefined : explainNoAnswer(view);
}

const recover = () =>
  recoverCalls({ instance, keys: new RedisCallKeys(redis, instance), spool, logger: silentLogger });

describe('a call whose relay has died', () => {
  it('is not known to be charged until the relay is back', async () => {
    await begin('silent');
    expect(await tell('silent')).toBeUndefined();
    await redis.hset('tollgate:once:{silent}', 'beat', Date.now() - silentMsMax - 60_000);
    expect(await tell('silent')).toMatchObject({
      status: 409,
      retryAfterSeconds: 5,
      metadata: { first_call: 'unknown', cost: null },
    });
  });

  it('was not charged if its record is not on disk', async () => {
    const { call } = await begin('free');
    await recover();
    expect(await tell('free')).toMatchObject({
      status: 409,
      retryAfterSeconds: undefined,
      message: expect.stringContaining('It was not charged'),
      metadata: { generation_id: `gen-${call.ulid}`, first_call: 'interrupted', cost: 0 },
    });
  });

  it('was charged if its record is on disk, even if that was published', async () => {
    const { held } = await begin('charged');
    const outcome = BillingOutcome.BILLING_OUTCOME_CHARGED;
    const ending = { attempts: [], isCancelled: false, errorCode: '', outcome, costNanos: 2_000n };
    const sequence = await spool.append(encodeUsageRecord(makeUsageRecord(held, ending)));
    spool.release(sequence);
    spool.endRecovery();
    spool.readBatch(10);
    await spool.commitBatch();
    await recover();
    expect(await tell('charged')).toMatchObject({
      message: expect.stringContaining('It was charged 0.000002 USD'),
      metadata: { first_call: 'interrupted', cost: 0.000002 },
    });
  });

  it('is left alone if it had ended, or if another relay runs it', async () => {
    const { call, keys } = await begin('ended');
    await keys.finish(call, { state: 'done', costNanos: 7n, isKept: true, parts: [] });
    const other = new RedisCallKeys(redis, 'relay-2');
    await other.claim({ id: 'other', fingerprint: 'same', ulid: makeUlid() });
    await recover();
    expect((await other.look('ended', 0))?.state).toBe('done');
    expect((await other.look('other', 0))?.state).toBe('running');
    expect(await new RedisCallKeys(redis, instance).listOpen()).toEqual([]);
  });
});
