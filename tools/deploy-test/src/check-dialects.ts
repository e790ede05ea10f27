import { waitUntil } from '@tollgate/embedded';
import { waitForCharge } from './book';
import type { Checks } from './checks';
import type { ComposeProject } from './compose-project';
import {
  demand,
  untilAvailable,
  type Account,
  type Gateway,
  type GatewayAnswer,
  type Json,
} from './gateway';

export interface DialectOptions {
  readonly checks: Checks;
  readonly gateway: Gateway;
  readonly project: ComposeProject;
  readonly account: Account;
}

interface Dialect {
  readonly name: string;
  readonly path: string;
  readonly body: Json | (() => FormData);
  /** Throws when the answer is not what the dialect promises. */
  readonly isGood: (answer: GatewayAnswer) => boolean;
}

const messages = [{ role: 'user', content: 'Hello' }];
const text = (answer: GatewayAnswer): string => answer.bytes.toString('utf8');
const hasList = (name: string) => (answer: GatewayAnswer) => {
  const list = answer.json[name];
  return Array.isArray(list) && list.length > 0;
};

const dialects: readonly Dialect[] = [
  {
    name: 'chat completions',
    path: '/v1/chat/completions',
    body: { model: 'simulator/chat', messages, max_tokens: 50 },
    isGood: hasList('choices'),
  },
  {
    name: 'streamed chat completions',
    path: '/v1/chat/completions',
    body: { model: 'simulator/chat', messages, max_tokens: 50, stream: true },
    isGood: (answer) => text(answer).trimEnd().endsWith('data: [DONE]'),
  },
  {
    name: 'responses',
    path: '/v1/responses',
    body: { model: 'simulator/responses', input: 'Hello', max_output_tokens: 50 },
    isGood: hasList('output'),
  },
  {
    name: 'messages',
    path: '/v1/messages',
    body: { model: 'simulator/claude', messages, max_tokens: 50 },
    isGood: hasList('content'),
  },
  {
    name: 'embeddings',
    path: '/v1/embeddings',
    body: { model: 'simulator/embed', input: 'Hello' },
    isGood: hasList('data'),
  },
  {
    name: 'legacy completions',
    path: '/v1/completions',
    body: { model: 'simulator/instruct', prompt: 'Hello', max_tokens: 50 },
    isGood: hasList('choices'),
  },
  {
    name: 'rankings',
    path: '/v1/rerank',
    body: { model: 'simulator/rerank', query: 'Hello', documents: ['Hello', 'Goodbye'] },
    isGood: hasList('results'),
  },
  {
    name: 'images',
    path: '/v1/images/generations',
    body: { model: 'simulator/image', prompt: 'A gate', size: '1024x1024' },
    isGood: hasList('data'),
  },
  {
    name: 'speech',
    path: '/v1/audio/speech',
    body: { model: 'simulator/speech', voice: 'alloy', input: 'Hello', response_format: 'wav' },
    isGood: ({ bytes }) => bytes.toString('latin1', 0, 4) === 'RIFF',
  },
  {
    name: 'transcriptions',
    path: '/v1/audio/transcriptions',
    body: makeRecording,
    isGood: ({ json }) => typeof json['text'] === 'string' && json['text'] !== '',
  },
];

/** One call in every dialect; each must be in the book once, with a price. */
export async function checkDialects(options: DialectOptions): Promise<void> {
  const { account, checks, gateway, project } = options;
  for (const { body, isGood, name, path } of dialects) {
    await checks.run(`a call of ${name} is answered and charged once`, async () => {
      const sent = typeof body === 'function' ? body() : body;
      const send = () => gateway.call(path, { bearer: account.key, body: sent });
      const answer = demand(await untilAvailable(send), path);
      if (!isGood(answer)) throw new Error(`an unexpected answer: ${text(answer).slice(0, 300)}`);
      const generationId = answer.headers.get('x-generation-id') ?? '';
      return describeCharge(await waitForCharge(project, generationId));
    });
  }
}

const videoTimeoutMs = 120_000;

export async function checkVideo(options: DialectOptions): Promise<void> {
  const { account, checks, gateway, project } = options;
  const bearer = account.key;
  await checks.run('a video is made, downloaded and charged once', async () => {
    const body = { model: 'simulator/video', prompt: 'A gate opens', duration: 4 };
    const { json } = demand(await gateway.call('/v1/videos', { bearer, body }), 'the video');
    const path = `/v1/videos/${String(json['id'])}`;
    const job = await waitUntil(
      async () => {
        const { json: read } = await gateway.call(path, { bearer });
        return ['completed', 'failed'].includes(String(read['status'])) ? read : undefined;
      },
      { timeoutMs: videoTimeoutMs, pollMs: 500, what: 'the end of the video' },
    );
    if (job['status'] !== 'completed') throw new Error(`it failed: ${JSON.stringify(job)}`);
    const content = demand(await gateway.call(`${path}/content`, { bearer }), 'its content');
    if (content.bytes.toString('latin1', 4, 8) !== 'ftyp') throw new Error('it is not an MP4 file');
    return describeCharge(await waitForCharge(project, String(job['generation_id'])));
  });
}

function describeCharge(nanos: bigint): string {
  if (nanos <= 0n) throw new Error('it cost nothing');
  return `${Number(nanos) / 1e9} USD`;
}

const sampleRate = 8_000;

/** A form with one second of silence: 8 kHz, mono, 16 bits. */
function makeRecording(): FormData {
  const data = Buffer.alloc(sampleRate * 2);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  const form = new FormData();
  form.append('model', 'simulator/transcription');
  const bytes = new Uint8Array(Buffer.concat([header, data]));
  form.append('file', new Blob([bytes], { type: 'audio/wav' }), 'gate.wav');
  return form;
}
