import { BookedHoldState } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { makeId } from '@tollgate/ids';
import { getFreePort, waitUntil } from '@tollgate/testing';
import { makeCandidate } from '../support/fake-services';
import { startVideo, type VideoUnderTest } from '../support/start-video';

const prompt = 'A gate in the rain that nobody may remember';
let video: VideoUnderTest;

beforeAll(async () => {
  video = await startVideo({ haste: 20 });
});
afterAll(() => video?.stop());
beforeEach(() => {
  const { fakes, provider } = video;
  fakes.candidates = [makeCandidate(provider.baseUrl)];
  fakes.refusal = undefined;
  fakes.inputSeconds = 0;
  fakes.isBillingAway = false;
  fakes.ends.length = 0;
  fakes.admitted.length = 0;
  Object.assign(provider, { submitMode: 'accept', pollMode: 'answer', polls: 0 });
  provider.submits.length = 0;
  provider.jobs.clear();
});

const submit = (body: Record<string, unknown> = {}) =>
  video.send('post', '/v1/videos').send({ model: 'acme/video', prompt, ...body });

const read = async (id: string): Promise<Record<string, unknown>> =>
  (await video.send('get', `/v1/videos/${id}`)).body as Record<string, unknown>;

async function waitForStatus(id: string, status: string): Promise<Record<string, unknown>> {
  return waitUntil(
    async () => {
      const job = await read(id);
      return job['status'] === status ? job : undefined;
    },
    { timeoutMs: 30_000, what: `a job that is ${status}` },
  );
}

/** How often the hold of a job was ended. */
function listEnds(id: string): unknown[] {
  return video.fakes.ends.filter(({ holdId }) => id.endsWith(holdId));
}

/** Of the only job that the provider has. */
function changeUpstream(job: Partial<Parameters<typeof video.provider.jobs.set>[1]>): void {
  for (const [id, known] of video.provider.jobs) video.provider.jobs.set(id, { ...known, ...job });
}

describe('a job', () => {
  it('is admitted, submitted, polled, captured once at its actual cost, and announced by webhook', async () => {
    const answer = await submit({ duration: 8 });
    expect(answer.status).toBe(202);
    const { created_at, id } = answer.body as { created_at: number; id: string };
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^vjob_[0-9A-Z]{26}$/) as string,
      object: 'video',
      status: 'pending',
      polling_url: `/v1/videos/${id}`,
      model: 'acme/video',
      created_at,
    });
    const ulid = id.slice('vjob_'.length);
    expect(answer.headers['x-generation-id']).toBe(`gen-${ulid}`);
    const first = await video.send('get', `/v1/videos/${id}`);
    expect(first.headers['retry-after']).toBe('5');
    expect(first.body).toMatchObject({ status: 'pending', generation_id: `gen-${ulid}` });
    changeUpstream({ status: 'in_progress', progress: 40 });
    expect(await waitForStatus(id, 'in_progress')).toMatchObject({ progress: 40 });
    changeUpstream({ status: 'completed', seconds: '7' });
    const done = await waitForStatus(id, 'completed');
    expect(done).toMatchObject({ progress: 100, duration: 7, usage: { cost: 2.8, seconds: 7 } });
    expect(video.fakes.ends).toEqual([{ holdId: ulid, usage: expect.anything() as unknown }]);
    expect(video.fakes.ends[0]?.usage).toMatchObject({
      generationUlid: ulid,
      costNanos: 2_800_000_000n,
      provider: 'acme',
      lines: [{ bucket: 'video_second', units: 7n, pricePicos: 400_000_000_000n }],
    });
    expect(video.provider.submits).toHaveLength(1);
  });

  it('is refunded whole when it fails, in the words of the provider', async () => {
    const { body } = await submit();
    const { id } = body as { id: string };
    changeUpstream({
      status: 'failed',
      error: { code: 'moderation_blocked', message: 'Not this' },
    });
    expect(await waitForStatus(id, 'failed')).toMatchObject({
      error: 'Not this',
      error_code: 'content_moderation',
    });
    const hold = video.fakes.holds.get(id.slice('vjob_'.length));
    expect(hold).toMatchObject({ state: BookedHoldState.BOOKED_HOLD_STATE_RELEASED });
  });

  it('is visible to its own wallet under both paths, and to no other', async () => {
    const { body } = await submit();
    const { id } = body as { id: string };
    const other = await video.send('get', `/v1/video/generations/${id}`);
    expect(other.body).toMatchObject({ polling_url: `/v1/video/generations/${id}` });
    const paths = (name: string): string[] => [`/v1/videos/${name}`, `/v1/videos/${name}/content`];
    for (const [own = '', none = ''] of [paths(id), paths(makeId('videoJob'))]) {
      const foreign = await video.send('get', own, {
        walletId: 'user_other',
        userId: 'user_other',
      });
      const unknown = await video.send('get', none, {
        walletId: 'user_other',
        userId: 'user_other',
      });
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    }
  });

  it('leaves no word of its prompt, its media or a key in the database', async () => {
    const first_frame = 'https://pictures.example/secret-frame.png';
    await submit({ frame_images: [first_frame] });
    const tables = ['jobs', 'outputs', 'webhooks', 'idempotency_keys'];
    for (const table of tables) {
      const { rows } = await video.sql.query(`SELECT row_to_json(t)::text AS text FROM ${table} t`);
      const text = JSON.stringify(rows);
      for (const secret of ['nobody may remember', 'secret-frame', 'a-provider-key']) {
        expect(text).not.toContain(secret);
      }
    }
  });

  it('is done once per Idempotency-Key', async () => {
    const send = () => submit().set('idempotency-key', 'once');
    const first = await send();
    const second = await send();
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(video.provider.submits).toHaveLength(1);
  });
});

describe('a client that goes while it is let in', () => {
  it('begins no job and pays nothing', async () => {
    video.fakes.admitDelayMs = 5_000;
    const leaving = submit();
    const left = expect(leaving).rejects.toThrow();
    await waitUntil(() => video.fakes.admitted.length === 1, { timeoutMs: 30_000, what: 'it' });
    leaving.abort();
    await left;
    await waitUntil(() => video.fakes.ends.length === 1, { timeoutMs: 30_000, what: 'a refund' });
    video.fakes.admitDelayMs = 0;
    expect(video.fakes.ends[0]?.usage).toMatchObject({ isCancelled: true, costNanos: 0n });
    expect(video.provider.submits).toHaveLength(0);
  });
});

describe('a submit that fails', () => {
  /** Everything that was held is released. */
  function expectRefund(): void {
    expect(video.fakes.ends).toHaveLength(1);
    expect(video.fakes.ends[0]?.usage).toMatchObject({ costNanos: 0n });
  }

  it('because its answer was lost is 502, refunded, and sent to no other provider', async () => {
    video.provider.submitMode = 'lost';
    video.fakes.candidates = [
      makeCandidate(video.provider.baseUrl),
      makeCandidate(video.provider.baseUrl, 'route_2'),
    ];
    const answer = await submit();
    expect([answer.status, video.provider.jobs.size]).toEqual([502, 1]);
    expectRefund();
  });

  it('may be tried again with the same Idempotency-Key', async () => {
    video.provider.submitMode = 'lost';
    const send = () => submit().set('idempotency-key', 'again');
    expect((await send()).status).toBe(502);
    video.provider.submitMode = 'accept';
    const again = await send();
    expect([again.status, video.provider.submits.length]).toEqual([202, 2]);
  });

  it.each([500, 502, 504])('with %p is no refusal: no other provider is tried', async (status) => {
    video.provider.submitMode = { status, body: { error: { message: 'no' } } };
    video.fakes.candidates = [
      makeCandidate(video.provider.baseUrl),
      makeCandidate(video.provider.baseUrl, 'route_2'),
    ];
    const answer = await submit();
    expect([answer.status, video.provider.submits.length]).toEqual([502, 1]);
    expectRefund();
  });

  it('because of a refused connection goes to the next candidate', async () => {
    const nobody = `http://127.0.0.1:${await getFreePort()}/v1`;
    video.fakes.candidates = [
      makeCandidate(nobody, 'route_0'),
      makeCandidate(video.provider.baseUrl),
    ];
    const answer = await submit();
    expect(answer.status).toBe(202);
    changeUpstream({ status: 'completed' });
    await waitForStatus((answer.body as { id: string }).id, 'completed');
    expect(video.fakes.ends[0]?.usage).toMatchObject({
      isFailover: true,
      attempts: [
        { routeId: 'route_0', status: 0, error: 'upstream_unreachable' },
        { routeId: 'route_1', status: 200, error: '' },
      ],
    });
  });

  it.each([
    [400, 'invalid_request_error', 400, 'unknown_4xx', 1],
    [400, 'content_policy_violation', 403, 'content_moderation', 1],
    [401, 'invalid_api_key', 502, 'upstream_auth_failed', 2],
    [429, 'rate_limit_exceeded', 429, 'upstream_rate_limited', 2],
  ])(
    'with %p %s is shown as %p %s after %p attempts',
    async (status, code, shown, reason, tries) => {
      video.provider.submitMode = { status, body: { error: { code, type: code, message: code } } };
      video.fakes.candidates = [
        makeCandidate(video.provider.baseUrl),
        makeCandidate(video.provider.baseUrl, 'route_2'),
      ];
      const answer = await submit();
      expect(answer.status).toBe(shown);
      expect(answer.body).toMatchObject({ error: { code: reason } });
      expect(video.provider.submits).toHaveLength(tries);
      expectRefund();
    },
  );

  it('because the relay refuses admission shows its error, and leaves no job', async () => {
    video.fakes.refusal = new AppError('insufficient_credits');
    const answer = await submit();
    expect(answer.status).toBe(402);
    const { rows } = await video.sql.query(`SELECT * FROM jobs WHERE state = 'admitting'`);
    expect(rows).toEqual([]);
    expect(video.provider.submits).toHaveLength(0);
  });

  it('while the relay fails is released later', async () => {
    video.fakes.refusal = new AppError('overloaded');
    expect((await submit()).status).toBe(503);
    await waitUntil(
      async () => {
        const { rows } = await video.sql.query(`SELECT * FROM jobs WHERE state = 'admitting'`);
        return rows.length === 0;
      },
      { timeoutMs: 30_000, what: 'the end of an abandoned job' },
    );
  });

  it.each([
    ['callback_url', 'http://receiver.example/hook'],
    ['callback_url', 'https://receiver.example:444/hook'],
    ['callback_url', 'https://user:secret@receiver.example/hook'],
    ['callback_url', 'https://[::1]/hook'],
    ['callback_url', 'https://10.1.2.3/hook'],
    ['callback_url', 'https://3232235777/hook'],
    ['callback_url', 'https://localhost./hook'],
    ['input_video', 'https://169.254.169.254/latest'],
    ['input_video', 'file:///etc/passwd'],
    ['input_video', 'https://ok.example\\@127.0.0.1/a.mp4'],
  ])('with a %s of %s is 400', async (param, url) => {
    const answer = await submit({ [param]: url });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: 'unsupported_param', param } });
    expect(video.fakes.admitted).toHaveLength(0);
  });
});

describe('a callback address', () => {
  it.each(['https://127.0.0.1/hook', 'https://2130706433:8443/hook'])(
    'may be the literal address %s in a range that the operator allows',
    async (callback_url) => {
      expect((await submit({ callback_url })).status).toBe(202);
    },
  );
});

describe('a form', () => {
  const form = () =>
    video.send('post', '/v1/videos').field('model', 'acme/video').field('prompt', prompt);

  it('is taken like JSON', async () => {
    const answer = await form().field('seconds', '8').field('size', '1280x720');
    expect(answer.status).toBe(202);
    const body = Buffer.from(video.fakes.admitted[0]?.bodyJson ?? []).toString('utf8');
    expect(JSON.parse(body)).toMatchObject({ seconds: '8', size: '1280x720' });
  });

  it('must not have files in it', async () => {
    const answer = await form().attach('input_reference', Buffer.alloc(100), 'frame.png');
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: { code: 'unsupported_param', param: 'input_reference' },
    });
  });
});

describe('a provider that cannot be reached', () => {
  it.each([{ status: 500 }, { status: 404 }, 'cut'] as const)(
    'gives no verdict (%p), and its later one counts',
    async (pollMode) => {
      const { body } = await submit();
      const { id } = body as { id: string };
      changeUpstream({ status: 'completed' });
      video.provider.pollMode = pollMode;
      const before = video.provider.polls;
      await waitUntil(() => video.provider.polls > before, { timeoutMs: 30_000, what: 'a poll' });
      expect((await read(id))['status']).toBe('pending');
      expect(listEnds(id)).toHaveLength(0);
      video.provider.pollMode = 'answer';
      await waitUntil(async () => (await read(id))['status'] === 'completed', {
        timeoutMs: 30_000,
        what: 'the verdict',
      });
      expect(listEnds(id)).toHaveLength(1);
    },
  );

  it('for a day has its jobs refunded, and an error is logged', async () => {
    const { body } = await submit();
    const { id } = body as { id: string };
    video.provider.pollMode = { status: 500 };
    video.shiftClock(24 * 60 * 60_000);
    expect(await waitForStatus(id, 'failed')).toMatchObject({ error_code: 'timeout' });
    expect(listEnds(id)).toHaveLength(1);
    const ulid = id.slice('vjob_'.length);
    const alarms = video.logs.lines().filter((line) => line['ulid'] === ulid);
    expect(alarms).toEqual([expect.objectContaining({ level: 'error', provider: 'acme' })]);
  });
});

describe('a billing that is away', () => {
  it('keeps a job from its end until it is back', async () => {
    const { body } = await submit();
    const { id } = body as { id: string };
    changeUpstream({ status: 'completed' });
    video.fakes.isBillingAway = true;
    await waitForStatus(id, 'in_progress');
    expect(listEnds(id)).toHaveLength(0);
    video.fakes.isBillingAway = false;
    await waitForStatus(id, 'completed');
    expect(listEnds(id)).toHaveLength(1);
  });
});
