import { readHeapAfterGc, waitUntil } from '@tollgate/testing';
import { makeUlid } from '@tollgate/ids';
import { BookedHoldState } from '@tollgate/contracts';

import { makeUsageDraft, candidate } from '../support/build-job';
import { reservedNanos } from '../support/fake-services';
import { startVideo, type VideoUnderTest } from '../support/start-video';

const jobsTotal = 2_000;
/** Jobs are polled every 5 s. */
const haste = 2;
const pollEveryMs = 10_000 / haste;
const lagMsMax = 4_000;
/** After a garbage collection; a kilobyte that stays behind each poll would be 4 MiB. */
const heapGrowthMax = 32 * 1024 * 1024;
const ulids = Array.from({ length: jobsTotal }, () => makeUlid());

let video: VideoUnderTest;

beforeAll(async () => {
  video = await startVideo({ haste });
  await video.startAnother();
  video.provider.pollDelayMs = 20;
  const { provider, fakes, sql, walletId } = video;
  const state = BookedHoldState.BOOKED_HOLD_STATE_HELD;
  for (const ulid of ulids) {
    provider.jobs.set(`up-${ulid}`, { status: 'in_progress' });
    const amounts = { amountNanos: reservedNanos, capturedNanos: 0n };
    fakes.holds.set(ulid, { holdId: ulid, walletId, state, ...amounts });
  }
  const storedCandidate = {
    ...candidate,
    secondPicos: '1000',
    requestPicos: '0',
    priceVersion: '1',
  };
  await sql.query(
    `INSERT INTO jobs (ulid, request_ulid, wallet_id, state, alias, created_at, due_at, model,
       seconds, way, upstream_job_id, submitted_at, usage_draft)
     SELECT ulid, ulid, $2, 'submitted', 'videos', now(), now() + random() * $3::interval,
       'acme/video', 8, $4, 'up-' || ulid, now(), draft
       FROM unnest($1::text[], $5::bytea[]) AS rows (ulid, draft)`,
    [
      ulids,
      walletId,
      `${pollEveryMs} ms`,
      JSON.stringify(storedCandidate),
      ulids.map((ulid) => makeUsageDraft(ulid, walletId)),
    ],
  );
});
afterAll(() => video?.stop());

/** Of the job whose last poll is oldest. */
async function readOldestPollMs(): Promise<number> {
  const { rows } = await video.sql.query<{ age: number }>(
    `SELECT extract(epoch FROM now() - min(coalesce(last_polled_at, submitted_at))) * 1000 AS age
       FROM jobs`,
  );
  return Number(rows[0]?.age);
}

describe('two thousand jobs', () => {
  it('are all polled in time, without a growing heap', async () => {
    const heapBefore = await readHeapAfterGc();
    const pollsBefore = video.provider.polls;
    await waitUntil(() => video.provider.polls >= pollsBefore + 2 * jobsTotal, {
      timeoutMs: 60_000,
      what: 'two polls for each job',
    });
    // Ages only grow where the polls do not keep up.
    await waitUntil(async () => (await readOldestPollMs()) < pollEveryMs + lagMsMax, {
      timeoutMs: 60_000,
      what: 'polls that keep up',
    });
    expect((await readHeapAfterGc()) - heapBefore).toBeLessThan(heapGrowthMax);
  }, 150_000);

  it('are each settled once when all of them end together', async () => {
    for (const ulid of ulids) video.provider.jobs.set(`up-${ulid}`, { status: 'completed' });
    const isDone = async (): Promise<boolean> => {
      const { rows } = await video.sql.query<{ count: bigint }>(
        `SELECT count(*) AS count FROM jobs WHERE state = 'completed'`,
      );
      return rows[0]?.count === BigInt(jobsTotal);
    };
    await waitUntil(isDone, { timeoutMs: 120_000, pollMs: 200, what: 'all jobs to end' });
    expect(new Set(video.fakes.ends.map(({ holdId }) => holdId)).size).toBe(jobsTotal);
    expect(video.fakes.ends).toHaveLength(jobsTotal);
  });
});
