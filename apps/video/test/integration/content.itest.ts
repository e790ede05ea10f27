import { waitUntil } from '@tollgate/testing';
import { fetchHead } from '../support/fetch-head';
import { startVideo, type VideoUnderTest } from '../support/start-video';

let video: VideoUnderTest;
let id: string;

beforeAll(async () => {
  video = await startVideo({ haste: 20 });
});
afterAll(() => video?.stop());

async function complete(): Promise<string> {
  // Completed from the first poll on, however early that comes: tests count the polls.
  video.provider.newJob = { status: 'completed' };
  const made = await video.submit();
  await waitUntil(
    async () => {
      const { body } = await video.send('get', `/v1/videos/${made}`);
      return (body as { status: string }).status === 'completed';
    },
    { timeoutMs: 30_000, what: 'a completed job' },
  );
  return made;
}

const download = (query = '', range?: string) => {
  const request = video.send('get', `/v1/videos/${id}/content${query}`).responseType('blob');
  return range === undefined ? request : request.set('range', range);
};

async function waitForCopy(state = 'stored'): Promise<void> {
  await waitUntil(
    async () => {
      const { rows } = await video.sql.query<{ state: string }>(
        'SELECT state FROM outputs WHERE ulid = $1',
        [id.slice('vjob_'.length)],
      );
      return rows[0]?.state === state;
    },
    { timeoutMs: 30_000, what: `an output that is ${state}` },
  );
}

/** How often the provider was asked for the newest job. */
function countAsked(): { readonly polls: number; readonly contents: number } | undefined {
  return video.provider.askedOf.get([...video.provider.jobs.keys()].at(-1) ?? '');
}

/** Of both sources alike. */
function itServesRanges(): void {
  it('whole', async () => {
    const { body, headers, status } = await download();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': String(video.provider.content.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(video.provider.content.equals(body as Buffer)).toBe(true);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, undefined],
    ['bytes=-20', -20, undefined],
  ])('in the part %s', async (range, start, end) => {
    const { body, headers, status } = await download('', range);
    const expected = video.provider.content.subarray(start, end);
    const total = video.provider.content.length;
    const first = start < 0 ? total + start : start;
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${first}-${first + expected.length - 1}/${total}`);
    expect(expected.equals(body as Buffer)).toBe(true);
  });

  it.each(['bytes=999999-', 'bytes=9-1', 'bytes=x-y'])('not in the part %s', async (range) => {
    const { headers, status } = await download('', range);
    expect(status).toBe(416);
    expect(headers['content-range']).toBe(`bytes */${video.provider.content.length}`);
  });

  it('whole for several ranges, or a conditional one', async () => {
    const several = await download('', 'bytes=0-1,5-6');
    expect([several.status, (several.body as Buffer).length]).toEqual([
      200,
      video.provider.content.length,
    ]);
    const conditional = await download('', 'bytes=0-1').set('if-range', '"x"');
    expect(conditional.status).toBe(200);
  });
}

describe('a video that only its provider has is served', () => {
  beforeAll(async () => {
    video.provider.content = Buffer.concat([
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.alloc(100),
    ]);
    id = await complete();
    // It is no video, so the copy fails and is tried again later.
    await waitUntil(() => video.provider.contents > 0, { timeoutMs: 30_000, what: 'a copy' });
  });

  it('never when it is no video', async () => {
    const { headers, status } = await download();
    expect(status).toBe(502);
    expect(headers['content-type']).toContain('application/json');
  });
});

describe('a video with a copy is served', () => {
  beforeAll(async () => {
    const { makeMp4 } = await import('../support/make-mp4');
    video.provider.content = makeMp4(8, 300_000);
    id = await complete();
    await waitForCopy();
  });

  itServesRanges();

  it('without asking the provider', async () => {
    const before = { ...countAsked() };
    await download();
    expect(countAsked()).toEqual(before);
  });

  it('after the provider was polled once, for its verdict', async () => {
    const first = id;
    id = await complete();
    await waitForCopy();
    await download();
    expect(countAsked()?.polls).toBe(1);
    id = first;
  });

  it.each([
    ['?index=-1', 400],
    ['?index=1.5', 400],
    ['?index=x', 400],
    ['?index=0&index=1', 400],
    ['?index=1', 404],
    ['?variant=thumbnail', 400],
    ['?variant=video', 200],
  ])('only by an index that exists: %s', async (query, status) => {
    expect((await download(query)).status).toBe(status);
  });
});

describe('a video whose copy is gone is served', () => {
  beforeAll(async () => {
    await video.sql.query(`UPDATE outputs SET state = 'lost' WHERE ulid = $1`, [
      id.slice('vjob_'.length),
    ]);
  });

  itServesRanges();

  it('whole and without a length when the provider sends none', async () => {
    video.provider.hasContentLength = false;
    const { body, headers, status } = await download('', 'bytes=0-9');
    expect([status, headers['content-length'], headers['accept-ranges']]).toEqual([
      200,
      undefined,
      undefined,
    ]);
    expect(video.provider.content.equals(body as Buffer)).toBe(true);
    video.provider.hasContentLength = true;
  });
});

describe('a client that goes', () => {
  it('ends the download from the provider', async () => {
    const whole = video.provider.content;
    // More than the buffers in between hold.
    video.provider.content = Buffer.concat([whole, Buffer.alloc(64 * 1024 * 1024)]);
    const left = video.provider.cancelled;
    const { pathname } = new URL(`${video.baseUrl}/v1/videos/${id}/content`);
    const response = await fetchHead(video, pathname);
    response.destroy();
    await waitUntil(() => video.provider.cancelled > left, { timeoutMs: 30_000, what: 'its end' });
    video.provider.content = whole;
  });
});

describe('a video', () => {
  it('is not there before its job is completed', async () => {
    const unfinished = await video.submit();
    const { status } = await video.send('get', `/v1/videos/${unfinished}/content`);
    expect(status).toBe(409);
  });

  it('is gone after seven days, as its job says', async () => {
    const { body: job } = await video.send('get', `/v1/videos/${id}`);
    const keptSeconds = job.expires_at - job.completed_at;
    expect(Math.abs(keptSeconds - 7 * 24 * 60 * 60)).toBeLessThan(60);
    const { body: list } = await video.send('get', '/v1/videos');
    expect(list.data).toContainEqual(job);
    video.shiftClock(7 * 24 * 60 * 60_000 + 60_000);
    const { body, status } = await video.send('get', `/v1/videos/${id}/content`);
    expect(status).toBe(410);
    expect(body).toMatchObject({ error: { code: 410 } });
    // A process looks for expired outputs when it starts.
    await video.startAnother();
    await waitForCopy('expired');
  });
});
