import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashPoints, type CrashPoint } from '@tollgate/lifecycle';
import { waitUntil } from '@tollgate/testing';
import { callApi } from '../test/support/api-call';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { killParts } from '../test/support/crash';
import { startGateway } from '../test/support/gateway';
import { startSecondVideo } from '../test/support/second-video';
import { verifyLedger } from '../test/support/verify-ledger';
import { readSimulatedVideos, submitVideo, waitForVideo } from '../test/support/videos';
import { startWebhookReceiver, type WebhookReceiver } from '../test/support/webhook-receiver';

const directory = mkdtempSync(join(tmpdir(), 'video-crash-'));
const testTimeoutMs = 240_000;
const restartMs = 30_000;
/** 4 s of the simulated model. */
const costNanos = 400_000_000n;
const creditNanos = 25_000_000_000n;

let receiver: WebhookReceiver;
let gateway: Awaited<ReturnType<typeof startGateway>>;
let environment: Record<string, string>;

beforeAll(async () => {
  receiver = await startWebhookReceiver(directory);
  environment = {
    CRASH_POINT_DIR: directory,
    // Polled every third of a second, given up after two.
    VIDEO_HASTE: '30',
    // The receiver is on this machine, whatever address its name has.
    OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fe80::/10',
    NODE_EXTRA_CA_CERTS: receiver.certificateFile,
  };
  gateway = await startGateway({ environment });
}, testTimeoutMs);
afterAll(async () => {
  await gateway?.end();
  await receiver?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Video dies when it reaches the point that `reach` makes it reach, and its successor is up. */
async function dieAt(point: CrashPoint, reach: () => Promise<unknown>): Promise<void> {
  const before = gateway.credentials().pids['video'];
  writeFileSync(join(directory, point), '');
  await reach();
  await waitUntil(() => gateway.credentials().pids['video'] !== before, {
    timeoutMs: restartMs,
    what: `the end of video at ${point}`,
  });
  await waitForVideoService();
}

async function waitForVideoService(): Promise<void> {
  const url = `http://127.0.0.1:${gateway.portOf('video-internal')}/readyz`;
  const isReady = async (): Promise<boolean> => (await callApi(url)).status === 200;
  await waitUntil(isReady, { timeoutMs: restartMs, what: 'video again' });
}

function submit(account: Account, tag: string, script = '') {
  const body = { callback_url: receiver.url };
  return submitVideo(gateway, { bearer: account.key, script: `tag=${tag}${script}`, body });
}

const videoPoints = crashPoints.filter((point) => point.startsWith('video.'));
/** Reached before the client has its answer. */
const beforeAnswer: readonly CrashPoint[] = [
  'video.admitting',
  'video.held',
  'video.submitting',
  'video.submitted',
];
const tagOf = (point: string): string => point.replace('.', '-');

describe('video that dies', () => {
  it.each(videoPoints.filter((point) => beforeAnswer.includes(point)))(
    'at %s leaves at most one job upstream, and no hold that stays open',
    async (point) => {
      const account = await openAccount(gateway);
      const tag = tagOf(point);
      await dieAt(point, async () => {
        const answer = await submit(account, tag);
        expect(answer.status).toBeGreaterThanOrEqual(500);
      });
      const credits = await readSettledCredits(gateway, account.key, restartMs);
      const jobs = await readSimulatedVideos(gateway, tag);
      const isSent = point === 'video.submitting' || point === 'video.submitted';
      expect(jobs).toHaveLength(isSent ? 1 : 0);
      // Only a row with its provider can be polled to its end; all others are refunded.
      const isKnown = point === 'video.submitted';
      expect(credits.usage).toBe(isKnown ? costNanos : 0n);
      expect(credits.available).toBe(creditNanos - credits.usage);
    },
    testTimeoutMs,
  );

  it.each(videoPoints.filter((point) => !beforeAnswer.includes(point)))(
    'at %s settles once and calls the webhook',
    async (point) => {
      const account = await openAccount(gateway);
      let id = '';
      await dieAt(point, async () => {
        const { json, status } = await submit(account, tagOf(point));
        expect(status).toBe(202);
        id = json.id as string;
      });
      const bearer = account.key;
      const job = await waitForVideo(gateway, { bearer, id }, { timeoutMs: restartMs });
      expect(job).toMatchObject({ status: 'completed', usage: { cost: 0.4, seconds: 4 } });
      const credits = await readSettledCredits(gateway, bearer, restartMs);
      expect(credits.usage).toBe(costNanos);
      const countCalls = (): number =>
        receiver.calls.filter(({ key }) => key === `${id}-completed`).length;
      // A process that died before it recorded its call makes it again.
      const callsMin = point === 'video.webhook' ? 2 : 1;
      await waitUntil(() => countCalls() >= callsMin, { timeoutMs: restartMs, what: 'the call' });
      const call = receiver.calls.find(({ key }) => key === `${id}-completed`);
      expect(call?.body).toMatchObject({
        type: 'video.generation.completed',
        data: { id, unsigned_urls: [`${gateway.baseUrl}/v1/videos/${id}/content?index=0`] },
      });
      expect(await readSimulatedVideos(gateway, tagOf(point))).toHaveLength(1);
    },
    testTimeoutMs,
  );

  it(
    'with twenty jobs of its own leaves them to another instance, and each is settled once',
    async () => {
      const account = await openAccount(gateway);
      const second = await startSecondVideo(gateway, environment);
      try {
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => submit(account, 'many', ',running_ms=1500')),
        );
        const ids = answers.map(({ json }) => json.id as string);
        await killParts(gateway, 'video');
        await waitForVideoService();
        const bearer = account.key;
        const ended = await Promise.all(
          ids.map((id) => waitForVideo(second.gateway, { bearer, id }, { timeoutMs: restartMs })),
        );
        expect(new Set(ended.map(({ status }) => status as string))).toEqual(
          new Set(['completed']),
        );
        const credits = await readSettledCredits(gateway, bearer, restartMs);
        expect(credits.usage).toBe(20n * costNanos);
        expect(await readSimulatedVideos(gateway, 'many')).toHaveLength(20);
      } finally {
        await second.stop();
      }
    },
    testTimeoutMs,
  );
});

describe('the book', () => {
  it('is right after all of this', async () => {
    const { exitCode, output } = await verifyLedger(gateway);
    expect([exitCode, output]).toEqual([0, expect.any(String)]);
  });
});
