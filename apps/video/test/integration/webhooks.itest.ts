import { waitUntil } from '@tollgate/testing';
import { startVideo, type VideoUnderTest } from '../support/start-video';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver';

const host = 'receiver.example';
const callback_url = `https://${host}:8443/hook?token=1`;
let video: VideoUnderTest;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await startWebhookReceiver(host);
  // The longest pause of two hours is less than a second.
  video = await startVideo({ haste: 10_000 });
});
afterAll(async () => {
  await video?.stop();
  await receiver?.stop();
});
beforeEach(() => {
  receiver.calls.length = 0;
  receiver.answers.length = 0;
});

async function finish(status: 'completed' | 'failed' = 'completed'): Promise<string> {
  video.provider.jobs.clear();
  const id = await video.submit({ callback_url });
  for (const upstreamId of video.provider.jobs.keys()) {
    const error = { code: 'oops', message: 'Something broke' };
    video.provider.jobs.set(upstreamId, { status, error });
  }
  return id;
}

async function waitForWebhook(id: string, state: string): Promise<number> {
  return waitUntil(
    async () => {
      const { rows } = await video.sql.query<{ state: string; tries: number }>(
        'SELECT state, tries FROM webhooks WHERE ulid = $1',
        [id.slice('vjob_'.length)],
      );
      return rows[0]?.state === state ? rows[0].tries : undefined;
    },
    { timeoutMs: 30_000, what: `a webhook that is ${state}` },
  );
}

describe('the receiver of a webhook', () => {
  it('is called for a completed job without a client polling', async () => {
    const id = await finish();
    expect(await waitForWebhook(id, 'delivered')).toBe(1);
    expect(receiver.calls).toHaveLength(1);
    const [call] = receiver.calls;
    expect(call?.path).toBe('/hook?token=1');
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'tollgate-webhook/1',
      'x-tollgate-idempotency-key': `${id}-completed`,
      'x-tollgate-delivery': '1',
    });
    expect(call?.body).toMatchObject({
      type: 'video.generation.completed',
      id,
      status: 'completed',
      data: {
        id,
        unsigned_urls: [`https://api.example.com/v1/videos/${id}/content?index=0`],
        usage: { cost: 3.2 },
      },
    });
    expect(JSON.stringify(call)).not.toContain('A gate in the rain');
  });

  it('is called for a failed job', async () => {
    const id = await finish('failed');
    await waitForWebhook(id, 'delivered');
    expect(receiver.calls[0]?.body).toMatchObject({
      type: 'video.generation.failed',
      data: { error: 'Something broke' },
    });
  });

  it('is called again until it says yes, five times more at most', async () => {
    receiver.answers.push(500, 500, 404, 302, 500);
    const id = await finish();
    expect(await waitForWebhook(id, 'delivered')).toBe(6);
    expect(receiver.calls.map(({ headers }) => headers['x-tollgate-delivery'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
    const keys = receiver.calls.map(({ headers }) => headers['x-tollgate-idempotency-key']);
    expect(new Set(keys)).toEqual(new Set([`${id}-completed`]));
  });

  it('is left alone after six calls', async () => {
    receiver.answers.push(500, 500, 500, 500, 500, 500, 500);
    const id = await finish();
    expect(await waitForWebhook(id, 'given_up')).toBe(6);
    expect(receiver.calls).toHaveLength(6);
  });

  it('is left alone when it says that it is gone', async () => {
    receiver.answers.push(410);
    expect(await waitForWebhook(await finish(), 'stopped')).toBe(1);
  });

  it('cannot send us elsewhere', async () => {
    receiver.answers.push({ location: `https://${host}:8443/elsewhere` });
    await waitForWebhook(await finish(), 'delivered');
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/hook?token=1', '/hook?token=1']);
  });

  it('may answer without end: its body is not read', async () => {
    receiver.answers.push('flood');
    await waitForWebhook(await finish(), 'delivered');
    await waitUntil(() => receiver.flood.isClosed, { timeoutMs: 30_000, what: 'its end' });
    // What the buffers of two sockets hold. A body that is read would write until its timeout.
    expect(receiver.flood.writtenBytes).toBeLessThan(32 * 1024 * 1024);
  });

  it('is called by another process when the first one has died', async () => {
    const id = await finish();
    await waitForWebhook(id, 'delivered');
    // As after a call that was made and not noted.
    await video.sql.query(
      `UPDATE webhooks SET state = 'waiting', tries = 0, next_try_at = now() WHERE ulid = $1`,
      [id.slice('vjob_'.length)],
    );
    await waitForWebhook(id, 'delivered');
    expect(receiver.calls).toHaveLength(2);
  });
});
