import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BillingOutcome, topics } from '@tollgate/contracts';
import type { EventLog, OutgoingEvent } from '@tollgate/event-log';
import { silentLogger } from '@tollgate/observability';
import { Spool } from '@tollgate/spool';
import { waitUntil } from '@tollgate/testing';
import { aHeldCall } from '../../test/support/build-calls';
import { makeUsageRecord, encodeUsageRecord } from '../call/settle/make-usage-record';
import { PublishSpoolJob } from './publish-spool.job';

/** An event log that fails a set number of times. */
class FlakyLog {
  readonly batches: string[][] = [];
  failures = 0;
  attempts = 0;

  get ids(): string[] {
    return this.batches.flat();
  }

  async publish(topic: string, events: readonly OutgoingEvent[]): Promise<void> {
    expect(topic).toBe(topics.usage);
    this.attempts += 1;
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('the event log is away');
    }
    this.batches.push(events.map(({ id }) => id));
  }
}

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'publish-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function open(log: FlakyLog): { spool: Spool; job: PublishSpoolJob } {
  const spool = Spool.open({ directory, bytesMax: 10_000_000, logger: silentLogger });
  spool.endRecovery();
  const eventLog = log as unknown as EventLog;
  return { spool, job: new PublishSpoolJob({ spool, eventLog, logger: silentLogger }) };
}

async function append(spool: Spool): Promise<{ id: string; sequence: number }> {
  const call = aHeldCall();
  const record = makeUsageRecord(call, {
    outcome: BillingOutcome.BILLING_OUTCOME_CHARGED,
    attempts: [],
    isCancelled: false,
    errorCode: '',
    costNanos: 1n,
  });
  return { id: call.ulid, sequence: await spool.append(encodeUsageRecord(record)) };
}

async function appendReleased(spool: Spool, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const { id, sequence } = await append(spool);
    spool.release(sequence);
    ids.push(id);
  }
  return ids;
}

const inTime = { timeoutMs: 30_000 };

describe('publishing the spool', () => {
  it('publishes every record to the event log, in order and once', async () => {
    const log = new FlakyLog();
    const { spool, job } = open(log);
    job.start();
    const ids = await appendReleased(spool, 20);
    job.wake();
    await waitUntil(() => log.ids.length === 20, inTime);
    expect(log.ids).toEqual(ids);
    await waitUntil(() => spool.backlogBytes === 0, inTime);
    await job.stop();
    await spool.close();
  });

  it('retries after a failure, and neither loses nor reorders anything', async () => {
    const log = new FlakyLog();
    log.failures = 3;
    const { spool, job } = open(log);
    const ids = await appendReleased(spool, 5);
    job.start();
    job.wake();
    await waitUntil(() => log.attempts >= 2, inTime);
    ids.push(...(await appendReleased(spool, 5)));
    job.wake();
    await waitUntil(() => log.ids.length >= 10, inTime);
    expect(log.ids).toEqual(ids);
    expect(log.attempts).toBeGreaterThan(3);
    await job.stop();
    await spool.close();
  });

  it('does not pass a record that is not released, nor anything behind it', async () => {
    const log = new FlakyLog();
    const { spool, job } = open(log);
    const [first] = await appendReleased(spool, 1);
    const held = await append(spool);
    const [last] = await appendReleased(spool, 1);
    job.start();
    job.wake();
    await waitUntil(() => log.ids.length === 1, inTime);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(log.ids).toEqual([first]);
    spool.release(held.sequence);
    job.wake();
    await waitUntil(() => log.ids.length === 3, inTime);
    expect(log.ids).toEqual([first, held.id, last]);
    await job.stop();
    await spool.close();
  });

  it('sends what is left when it stops', async () => {
    const log = new FlakyLog();
    const { spool, job } = open(log);
    job.start();
    const ids = await appendReleased(spool, 3);
    await job.stop();
    expect(log.ids).toEqual(ids);
    await spool.close();
  });

  it('stops although the event log is down, and the next process sends the rest', async () => {
    const dead = new FlakyLog();
    dead.failures = Number.MAX_SAFE_INTEGER;
    const former = open(dead);
    former.job.start();
    const ids = await appendReleased(former.spool, 3);
    former.job.wake();
    await waitUntil(() => dead.attempts > 0, inTime);
    await former.job.stop();
    await former.spool.close();

    const log = new FlakyLog();
    const { spool, job } = open(log);
    job.start();
    job.wake();
    await waitUntil(() => log.ids.length === 3, inTime);
    expect(log.ids).toEqual(ids);
    await job.stop();
    await spool.close();
  });
});
