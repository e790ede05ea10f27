import { randomBytes, randomInt } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import type { ApiAnswer } from '../test/support/api-call';
import { findTraces } from '../test/support/find-traces';
import { getSharedGateway } from '../test/support/gateway';
import { tinyPng } from '../test/support/image-recipes';
import { readResidentBytes } from '../test/support/read-memory';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';
import { verifyLedger } from '../test/support/verify-ledger';

const gateway = getSharedGateway();
const mebibyte = 1024 * 1024;
const routes = ['/v1/images/edits', '/v1/audio/transcriptions', '/v1/videos'] as const;
let account: Account;

beforeAll(async () => {
  account = await openAccount(gateway);
});

function makeForm(): Buffer {
  const part = (head: string, body: Buffer | string): Buffer =>
    Buffer.concat([Buffer.from(`--x\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
  const file = 'name="image"; filename="a.png"\r\nContent-Type: image/png';
  return Buffer.concat([
    part('Content-Disposition: form-data; name="prompt"', 'A gate'),
    part('Content-Disposition: form-data; name="__proto__"', 'polluted'),
    part('Content-Disposition: form-data; name="constructor"', 'polluted'),
    part(`Content-Disposition: form-data; ${file}`, tinyPng),
    Buffer.from('--x--\r\n'),
  ]);
}

/** One of many malformed forms. */
function spoil(form: Buffer): Buffer {
  const at = randomInt(form.length);
  switch (randomInt(5)) {
    case 0:
      return form.subarray(0, at);
    case 1:
      return Buffer.concat([
        form.subarray(0, at),
        randomBytes(randomInt(2_000)),
        form.subarray(at),
      ]);
    case 2:
      return Buffer.concat([form, form.subarray(at)]);
    case 3:
      return Buffer.from(form.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    default: {
      const copy = Buffer.from(form);
      copy[at] = randomInt(256);
      return copy;
    }
  }
}

function send(
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> {
  return gateway.call(path, {
    bearer: account.key,
    body: new Uint8Array(body),
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
  });
}

describe('hostile forms', () => {
  it('leave every process alive, whatever is broken in them', async () => {
    const { pids } = gateway.credentials();
    const statuses = new Set<number>();
    // Within the calls per minute of one account.
    for (let round = 0; round < 60; round++) {
      const path = routes[round % routes.length] ?? routes[0];
      const { status, text } = await send(path, spoil(makeForm()));
      statuses.add(status);
      expect(text).not.toContain('at Object.');
      expect(status).not.toBe(500);
    }
    expect([...statuses].every((status) => status < 500 || status === 502)).toBe(true);
    expect(gateway.credentials().pids).toEqual(pids);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('are refused when they are compressed, too large, or not what the route takes', async () => {
    const zipped = await send(routes[0], makeForm(), { 'content-encoding': 'gzip' });
    expect(zipped.status).toBe(415);
    const large = await send(routes[0], Buffer.alloc(85 * mebibyte + 1));
    expect(large.status).toBe(413);
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const chat = await gateway.call('/v1/chat/completions', {
      bearer: account.key,
      headers: form,
      body: new Uint8Array(makeForm()),
    });
    expect(chat.json.error.code).toBe('invalid_content_type');
  });

  it('do not fill the memory of the relay with their files', async () => {
    const pid = gateway.credentials().pids['relay'] ?? 0;
    const body = new FormData();
    body.set('prompt', 'A gate');
    const image = Buffer.concat([tinyPng, Buffer.alloc(10 * mebibyte - 1_024)]);
    for (let index = 0; index < 8; index++) body.append('image[]', new Blob([image]), 'a.png');
    const before = readResidentBytes(pid);
    const call = { bearer: account.key, body };
    const answers = await Promise.all([1, 2, 3].map(() => gateway.call(routes[0], call)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Three times 80 MB went through.
    expect(readResidentBytes(pid) - before).toBeLessThan(150 * mebibyte);
  });
});

const forbidden = [
  'https://127.0.0.1/a.png',
  'https://0.0.0.0/a.png',
  'https://[::1]/a.png',
  'https://[::ffff:7f00:1]/a.png',
  'https://[64:ff9b::7f00:1]/a.png',
  'https://2130706433/a.png',
  'https://0177.1/a.png',
  'https://169.254.169.254/latest',
  'https://100.64.0.1/a.png',
  'https://[fc00::1]/a.png',
  'https://localhost./a.png',
  'https://a@127.0.0.1/a.png',
  'https://ok.example\\@127.0.0.1/a.png',
  'file:///etc/passwd',
  'http://a.example/a.png',
];

describe('addresses that lead inside', () => {
  // Each account has its own calls per minute.
  beforeAll(async () => {
    account = await openAccount(gateway);
  });

  it.each(forbidden)(
    'are refused in a chat that makes images and as video input: %s',
    async (url) => {
      await resetSimulator(gateway, false);
      const image = await gateway.call('/v1/chat/completions', {
        bearer: account.key,
        body: {
          model: 'simulator/image-chat',
          modalities: ['image'],
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'Paint' },
                { type: 'image_url', image_url: { url } },
              ],
            },
          ],
        },
      });
      expect([image.status, image.json.error.code]).toEqual([400, 'invalid_image_url']);
      const base = { model: 'simulator/video', prompt: 'A gate' };
      for (const input of [
        { frame_images: [{ type: 'image_url', image_url: { url }, frame_type: 'first_frame' }] },
        { input_references: [url] },
        { input_video: url },
      ]) {
        const { status } = await gateway.call('/v1/videos', {
          bearer: account.key,
          body: { ...base, ...input },
        });
        expect(status).toBe(400);
      }
      expect((await readSimulatedCalls(gateway)).total).toBe(0);
    },
  );
});

describe('what is left of media', () => {
  it('is no prompt, and no money out of place', async () => {
    const canary = `canary-${randomBytes(8).toString('hex')}`;
    const bearer = account.key;
    const image = { model: 'simulator/image', prompt: `${canary} [[sim:image=url]]` };
    await gateway.call('/v1/images/generations', { bearer, body: { ...image, prompt: canary } });
    await gateway.call('/v1/images/generations', { bearer, body: { ...image, n: 99 } });
    const video = { model: 'simulator/video', prompt: canary };
    await gateway.call('/v1/videos', { bearer, body: video });
    await gateway.call('/v1/videos', { bearer, body: { ...video, duration: 999 } });
    const speech = { model: 'simulator/speech', input: canary, voice: 'alloy' };
    await gateway.call('/v1/audio/speech', { bearer, body: speech });
    expect(await findTraces(gateway, canary)).toEqual({ files: [], redisKeys: [], tables: [] });
    await waitUntil(async () => (await verifyLedger(gateway)).exitCode === 0, {
      timeoutMs: 30_000,
      what: 'a good book',
    });
  });
});
