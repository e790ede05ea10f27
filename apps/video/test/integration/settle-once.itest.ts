import { makeId, makeUlid } from '@tollgate/ids';
import { createVideoDatabase } from '../../src/store/video-database';
import type { VideoDatabase } from '../../src/use-cases/ports';
import { startVideo, type Instance, type VideoUnderTest } from '../support/start-video';

let video: VideoUnderTest;
let second: Instance;
let database: VideoDatabase;

beforeAll(async () => {
  video = await startVideo();
  second = await video.startAnother();
  database = createVideoDatabase(video.sql);
});
afterAll(() => video?.stop());

const now = (): Date => new Date();
const later = (ms: number): Date => new Date(Date.now() + ms);

/** A job that a provider accepted and that is not due for a minute. */
async function insertSubmitted(): Promise<string> {
  const ulid = makeUlid();
  const { jobs } = database;
  const times = { createdAt: now(), dueAt: later(60_000) };
  const walletId = makeId('user');
  const alias = 'videos';
  const callbackUrl = undefined;
  const owner = { walletId, keyId: 'key_1', memberId: '' };
  await jobs.insert({ ulid, requestUlid: makeUlid(), ...owner, alias, callbackUrl, ...times });
  await video.sql.query(
    `UPDATE jobs SET state = 'submitted', upstream_job_id = 'x', submitted_at = now()
      WHERE ulid = $1`,
    [ulid],
  );
  return ulid;
}

describe('fifty questions at once, to two instances and beside their pools', () => {
  it('reach the provider once, settle once, and are answered alike', async () => {
    const id = await video.submit();
    for (const upstreamId of video.provider.jobs.keys()) {
      video.provider.jobs.set(upstreamId, { status: 'completed', seconds: '6' });
    }
    // The pools find it due in the same moment.
    await video.sql.query(`UPDATE jobs SET due_at = now() WHERE ulid = $1`, [
      id.slice('vjob_'.length),
    ]);
    const ask = (instance: Instance) => instance.send('get', `/v1/videos/${id}`);
    const instances = Array.from({ length: 50 }, (_, index) => (index % 2 ? video : second));
    const answers = await Promise.all(instances.map(ask));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const after = await ask(second);
    expect(after.body).toMatchObject({ status: 'completed', usage: { cost: 2.4, seconds: 6 } });
    const costs = answers.flatMap(({ body }) => {
      const { usage } = body as { usage?: { cost: number } };
      return usage === undefined ? [] : [usage.cost];
    });
    expect(new Set(costs).size).toBeLessThanOrEqual(1);
    expect(video.fakes.ends).toHaveLength(1);
    // The one question, and one for the address of the output.
    expect(video.provider.polls).toBeLessThanOrEqual(2);
  });

  it('return the stored state when the provider was polled less than 8 s ago', async () => {
    const id = await video.submit();
    await video.send('get', `/v1/videos/${id}`);
    const before = video.provider.polls;
    await Promise.all(Array.from({ length: 20 }, () => video.send('get', `/v1/videos/${id}`)));
    expect(video.provider.polls).toBe(before);
    video.shiftClock(8_000);
    await Promise.all(Array.from({ length: 20 }, () => video.send('get', `/v1/videos/${id}`)));
    expect(video.provider.polls).toBe(before + 1);
  });
});

describe('a row', () => {
  it('takes one of fifty verdicts', async () => {
    const ulid = await insertSubmitted();
    const verdict = { kind: 'failed', finishedAt: now(), message: 'no', code: 'x' } as const;
    const end = { verdict, attempts: [], usageRecorded: undefined, dueAt: later(60_000) };
    const fixed = await Promise.all(
      Array.from({ length: 50 }, () => database.jobs.fixVerdict(ulid, ['submitted'], end)),
    );
    expect(fixed.filter((job) => job !== undefined)).toHaveLength(1);
    const finished = await Promise.all(
      Array.from({ length: 50 }, () => database.jobs.finish(ulid, 'failed')),
    );
    expect(finished.filter(Boolean)).toHaveLength(1);
  });

  it('is claimed by one of many, and by another only after its lease', async () => {
    const ulids = await Promise.all(Array.from({ length: 20 }, insertSubmitted));
    const at = later(3_600_000);
    const until = later(3_660_000);
    const claim = async (time: Date, end: Date): Promise<string[]> => {
      const claimed = await database.jobs.claimDue(time, end, 7);
      return claimed.map(({ job }) => job.ulid).filter((ulid) => ulids.includes(ulid));
    };
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(at, until)));
    expect(claims.flat().toSorted()).toEqual(ulids.toSorted());
    expect(await claim(later(3_650_000), later(3_700_000))).toEqual([]);
    expect(await claim(until, later(3_700_000))).not.toEqual([]);
  });

  it('that is over is never claimed or changed again', async () => {
    const ulid = await insertSubmitted();
    const verdict = { kind: 'failed', finishedAt: now(), message: 'no', code: 'x' } as const;
    const end = { verdict, attempts: [], usageRecorded: undefined, dueAt: now() };
    await database.jobs.fixVerdict(ulid, ['submitted'], end);
    await database.jobs.finish(ulid, 'failed');
    const candidate = { routeId: '', provider: '', upstreamModel: '' };
    const prices = { secondPicos: 0n, requestPicos: 0n, priceVersion: 0n };
    expect(await database.jobs.beginSubmit(ulid, { ...candidate, ...prices }, now())).toBe(false);
    expect(await database.jobs.finish(ulid, 'completed')).toBe(false);
    expect(await database.jobs.fixVerdict(ulid, ['submitted', 'settling'], end)).toBeUndefined();
  });
});
