import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { sendRequest } from '../test/support/api-call';
import { getSharedGateway } from '../test/support/gateway';
import { makeManager } from '../test/support/management-key';
import { readGeneration } from '../test/support/read-generation';
import { verifyLedger } from '../test/support/verify-ledger';
import {
  aliases,
  readSimulatedVideos,
  submitVideo,
  videoModels,
  waitForVideo,
} from '../test/support/videos';

const gateway = getSharedGateway();
let account: Account;
let bearer: string;

async function changeAccount(): Promise<void> {
  account = await openAccount(gateway);
  bearer = account.key;
}

beforeAll(changeAccount);

const submit = (script?: string, body?: Record<string, unknown>) =>
  submitVideo(gateway, {
    bearer,
    ...(script !== undefined && { script }),
    ...(body !== undefined && { body }),
  });

async function make(script?: string, body?: Record<string, unknown>): Promise<string> {
  const { json, status, text } = await submit(script, body);
  if (status !== 202) throw new Error(`a submit answered ${status} ${text}`);
  return json.id as string;
}

/** The bytes of a video, with whatever else is asked for. */
async function download(path: string, headers: Record<string, string> = {}) {
  const response = await sendRequest(`${gateway.baseUrl}${path}`, { bearer, headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe.each(videoModels)('a video of %s', (model) => {
  it('is made, charged by its seconds, and downloaded', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const body = { model, duration: 5, resolution: '1080p', aspect_ratio: '9:16' };
    const answer = await submitVideo(gateway, { bearer: payer.key, body });
    expect([answer.status, answer.json.status]).toEqual([202, 'pending']);
    const id = answer.json.id as string;
    const { polling_url } = answer.json;
    expect(polling_url).toBe(`/v1/videos/${id}`);
    const job = await waitForVideo(gateway, { bearer: payer.key, id });
    expect(job).toMatchObject({
      object: 'video',
      status: 'completed',
      progress: 100,
      model,
      duration: 5,
      resolution: '1080p',
      aspect_ratio: '9:16',
      unsigned_urls: [`/v1/videos/${id}/content?index=0`],
      // 5 s at twice 0.1 USD.
      usage: { cost: 1, seconds: 5 },
    });
    expect(Object.values(job as object)).not.toContain(null);
    const content = await sendRequest(`${gateway.baseUrl}${job.unsigned_urls[0]}`, {
      bearer: payer.key,
    });
    const bytes = Buffer.from(await content.arrayBuffer());
    expect(content.headers.get('content-type')).toBe('video/mp4');
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    const credits = await readSettledCredits(gateway, payer.key);
    expect(credits.usage).toBe(1_000_000_000n);
    const generation = await readGeneration(
      gateway,
      { generationId: job.generation_id as string },
      payer,
    );
    expect(generation).toMatchObject({ model, finish_reason: 'stop', usage: { cost: 1 } });
  });
});

describe('a video job', () => {
  it('is known by both of its paths, and to every key of its account', async () => {
    for (const path of aliases) {
      const { json } = await submitVideo(gateway, { bearer, path });
      expect(json.polling_url).toBe(`${path}/${json.id}`);
    }
    const id = await make();
    const sister = await createKey(gateway, account.cookie, { name: 'sister' });
    const manager = await makeManager(gateway, account);
    for (const key of [sister.key, manager.key]) {
      const { json, status } = await gateway.call(`/v1/video/generations/${id}`, { bearer: key });
      expect([status, json.polling_url]).toEqual([200, `/v1/video/generations/${id}`]);
    }
  });

  it('of another user answers like an unknown job', async () => {
    const id = await make();
    const stranger = await openAccount(gateway);
    const unknown = `${id.slice(0, -4)}0000`;
    for (const path of aliases) {
      for (const rest of ['', '/content', '/content?index=3']) {
        const [foreign, none] = await Promise.all(
          [id, unknown].map((name) =>
            gateway.call(`${path}/${name}${rest}`, { bearer: stranger.key }),
          ),
        );
        expect([foreign?.status, foreign?.text]).toEqual([404, none?.text]);
      }
    }
  });

  it('is charged what was really made', async () => {
    const id = await make('made_seconds=3', { duration: 8 });
    const job = await waitForVideo(gateway, { bearer, id });
    expect(job).toMatchObject({ duration: 3, usage: { cost: 0.3, seconds: 3 } });
  });

  it.each([
    ['fail=moderation', 'content_moderation'],
    ['fail=error', 'upstream_failed'],
  ])('that ends with %s is refunded whole', async (script, error_code) => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const { json } = await submitVideo(gateway, { bearer: payer.key, script });
    const job = await waitForVideo(gateway, { bearer: payer.key, id: json.id as string });
    expect(job).toMatchObject({
      status: 'failed',
      error_code,
      error: expect.any(String) as string,
    });
    expect(job).not.toHaveProperty('usage');
    const credits = await readSettledCredits(gateway, payer.key);
    expect(credits.available).toBe(11_000_000_000n);
  });

  it('that is asked for fifty times at once as it ends is settled once', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const { json } = await submitVideo(gateway, { bearer: payer.key, script: 'tag=m13' });
    const id = json.id as string;
    const costs = new Set<number>();
    const ask = async (index: number): Promise<string> => {
      // Polls of one path are limited to 120 in a minute.
      const path = aliases[index % aliases.length] ?? '';
      const { json: job } = await gateway.call(`${path}/${id}`, { bearer: payer.key });
      if (job.usage !== undefined) costs.add(job.usage.cost as number);
      return job.status as string;
    };
    await waitUntil(
      async () => {
        const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
        return statuses.every((status) => status === 'completed');
      },
      { timeoutMs: 30_000, pollMs: 700, what: 'the end of the job' },
    );
    const [cost = 0, ...others] = costs;
    expect(others).toEqual([]);
    const credits = await readSettledCredits(gateway, payer.key);
    expect(credits.usage).toBe(usdNumberToNanos(cost));
  });

  it('stays open while its provider is unreachable, and ends with its verdict', async () => {
    const id = await make('poll_errors=3,poll_garbage=2,tag=m14');
    const early = await waitForVideo(
      gateway,
      { bearer, id },
      { statuses: ['pending', 'in_progress'] },
    );
    expect(early).not.toHaveProperty('error');
    const job = await waitForVideo(gateway, { bearer, id });
    expect(job.status).toBe('completed');
    const [upstream] = await readSimulatedVideos(gateway, 'm14');
    expect(upstream?.polls).toBeGreaterThan(5);
  });

  it('whose submit was lost is refunded, and there is no second one', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const answer = await submitVideo(gateway, { bearer: payer.key, script: 'lost,tag=m15' });
    expect(answer.status).toBe(502);
    expect(await readSimulatedVideos(gateway, 'm15')).toHaveLength(1);
    const credits = await readSettledCredits(gateway, payer.key);
    expect(credits.available).toBe(11_000_000_000n);
  });

  it('is not begun without the money for its worst case', async () => {
    const poor = await openAccount(gateway, { creditUsd: 1 });
    const body = { duration: 15, resolution: '1080p' };
    const answer = await submitVideo(gateway, { bearer: poor.key, body, script: 'tag=poor' });
    expect([answer.status, answer.json.error.code]).toEqual([402, 'insufficient_credits']);
    expect(await readSimulatedVideos(gateway, 'poor')).toEqual([]);
  });

  it('is begun once per Idempotency-Key, however often it is sent', async () => {
    const headers = { 'idempotency-key': `video-${account.userId}` };
    const send = () => submitVideo(gateway, { bearer, headers, script: 'tag=idem' });
    const first = await send();
    const again = await send();
    expect(again.json).toEqual(first.json);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await readSimulatedVideos(gateway, 'idem')).toHaveLength(1);
  });
});

describe('a submit is refused', () => {
  // One caller may submit 60 videos in a minute.
  beforeEach(changeAccount);

  const isLoopback = (url: string): boolean =>
    /^https:\/\/(?:127\.0\.0\.1|\[::ffff:7f00:1\]|2130706433|0177\.1|localhost\.)\//.test(url);
  const privateUrls = [
    'https://127.0.0.1/a',
    'https://0.0.0.0/a',
    'https://[::1]/a',
    'https://[::ffff:7f00:1]/a',
    'https://[64:ff9b::7f00:1]/a',
    'https://2130706433/a',
    'https://0177.1/a',
    'https://169.254.169.254/a',
    'https://100.64.0.1/a',
    'https://[fc00::1]/a',
    'https://localhost./a',
    'http://pictures.example/a',
    'https://user@pictures.example/a',
    'https://ok.example\\@127.0.0.1/a',
    'file:///etc/passwd',
  ];

  it.each([
    ['without a model', { model: undefined }, 'missing_required_field', 'model'],
    ['without a prompt', { prompt: undefined }, 'missing_required_field', 'prompt'],
    ['with an empty prompt', { prompt: ' ' }, 'missing_required_field', 'prompt'],
    ['for seconds that the model has not', { duration: 7 }, 'unsupported_param', 'duration'],
    ['for no seconds', { duration: 0 }, 'unsupported_param', 'duration'],
    ['for a resolution it has not', { resolution: '8k' }, 'unsupported_param', 'resolution'],
    ['for a shape it has not', { aspect_ratio: '21:9' }, 'unsupported_param', 'aspect_ratio'],
    [
      'with a callback on http',
      { callback_url: 'http://a.example' },
      'unsupported_param',
      'callback_url',
    ],
    [
      'with a callback on an odd port',
      { callback_url: 'https://a.example:22' },
      'unsupported_param',
      'callback_url',
    ],
  ])('%s', async (_name, body, code, param) => {
    const { json, status } = await submit(undefined, body);
    expect([status, json.error.code, json.error.param]).toEqual([400, code, param]);
  });

  it('for a model that makes no videos', async () => {
    const { status } = await submit(undefined, { model: 'simulator/chat' });
    expect(status).toBe(400);
  });

  it.each(privateUrls)('with media at %s', async (url) => {
    const bodies = [{ frame_images: [url] }, { input_references: [url] }, { input_video: url }];
    const answers = await Promise.all(bodies.map((body) => submit('tag=private', body)));
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(await readSimulatedVideos(gateway, 'private')).toEqual([]);
  });

  // The stack of the tests allows the gateway to call 127.0.0.0/8, and no other private range.
  it.each([...privateUrls.filter((url) => !isLoopback(url)), 'https://10.1.2.3/a'])(
    'with a callback at %s',
    async (callback_url) => {
      expect((await submit('tag=private', { callback_url })).status).toBe(400);
      expect(await readSimulatedVideos(gateway, 'private')).toEqual([]);
    },
  );

  it('from callers that may not call models', async () => {
    const manager = await makeManager(gateway, account);
    const { status } = await submitVideo(gateway, { bearer: manager.key });
    expect(status).toBe(403);
  });
});

describe('the content of a video', () => {
  let id: string;
  let whole: Buffer;

  beforeAll(async () => {
    id = await make();
    await waitForVideo(gateway, { bearer, id });
    whole = (await download(`/v1/videos/${id}/content`)).bytes;
  });

  it.each(['bytes=0-99', 'bytes=100-', 'bytes=-50'])('comes in the part %s', async (range) => {
    const { bytes, response } = await download(`/v1/videos/${id}/content?index=0`, { range });
    expect(response.status).toBe(206);
    const [, start = '', end = '', total] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    expect(Number(total)).toBe(whole.length);
    expect(whole.subarray(Number(start), Number(end) + 1).equals(bytes)).toBe(true);
  });

  it.each(['bytes=99999999-', 'bytes=5-1'])('has no part %s', async (range) => {
    const { response } = await download(`/v1/videos/${id}/content`, { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ]);
  });

  it.each([
    ['index=-1', 400],
    ['index=a', 400],
    ['index=1', 404],
  ])('is known by its index: %s', async (query, status) => {
    const { response } = await download(`/v1/videos/${id}/content?${query}`);
    expect(response.status).toBe(status);
  });

  it('is not there while it is made', async () => {
    const unfinished = await make('never');
    const { response } = await download(`/v1/videos/${unfinished}/content`);
    expect(response.status).toBe(409);
  });
});

describe('the book', () => {
  it('is right after all of this', async () => {
    const { exitCode, output } = await verifyLedger(gateway);
    expect([exitCode, output]).toEqual([0, expect.any(String)]);
  });
});
