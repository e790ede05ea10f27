import { usdNumberToNanos } from '@tollgate/money';
import OpenAI, { toFile } from 'openai';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { ApiAnswer } from '../test/support/api-call';
import { makeAudioForm, makeWav } from '../test/support/audio-recipes';
import { getSharedGateway } from '../test/support/gateway';
import { sendRaw } from '../test/support/raw-http';
import { readGeneration } from '../test/support/read-generation';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const model = 'simulator/transcription';
const path = '/v1/audio/transcriptions';
let account: Account;
let client: OpenAI;

beforeAll(async () => {
  account = await openAccount(gateway);
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.baseUrl}/v1`, maxRetries: 0 });
  await addModel(gateway, {
    id: 'audio-json/one',
    kind: 'transcription',
    upstreamModel: 'transcription+json_only',
    prices: { audioSecond: '0.0002' },
    document: { supportedParameters: ['language', 'prompt'] },
  });
  await addModel(gateway, {
    id: 'audio-tokens/one',
    kind: 'transcription',
    upstreamModel: 'transcription+tokens',
    prices: { prompt: '2.5', completion: '10', audioInput: '6' },
  });
});

const send = (body: unknown): Promise<ApiAnswer> =>
  gateway.call(path, { method: 'POST', bearer: account.key, body });

const code = ({ json, status }: ApiAnswer): string => `${status} ${json?.error?.code}`;

describe('transcriptions with the official client', () => {
  const file = (): ReturnType<typeof toFile> => toFile(makeWav(4), 'gate.wav');

  it('are JSON with what they cost', async () => {
    const transcript = await client.audio.transcriptions.create({ model, file: await file() });
    expect(transcript.text).toMatch(/^The gate opens/);
    // Four seconds at 0.0001 USD.
    expect(transcript.usage).toEqual({ type: 'duration', seconds: 4, cost: 0.0004 });
  });

  it('have segments and words when they are verbose', async () => {
    const transcript = await client.audio.transcriptions.create({
      model,
      file: await file(),
      response_format: 'verbose_json',
      timestamp_granularities: ['word'],
      language: 'en',
      temperature: 0.2,
    });
    expect(transcript).toMatchObject({ task: 'transcribe', duration: 4, language: 'en' });
    expect(transcript.segments?.[0]).toMatchObject({ id: 0, start: 0, end: 3.2, seek: 0 });
    expect(transcript.words?.[0]).toEqual({ word: 'The', start: 0, end: 0.4 });
  });

  it('are events with their cost for a streaming client', async () => {
    const stream = await client.audio.transcriptions.create({
      model,
      file: await file(),
      stream: true,
    });
    const events = [];
    for await (const event of stream) events.push(event);
    const done = events.at(-1);
    expect(done).toMatchObject({
      type: 'transcript.text.done',
      text: expect.stringMatching(/^The gate opens/),
      usage: { seconds: 4, cost: 0.0004 },
    });
    const deltas = events.flatMap((event) =>
      event.type === 'transcript.text.delta' ? [event.delta] : [],
    );
    expect(deltas.join('').trim()).toBe(done?.type === 'transcript.text.done' ? done.text : '');
  });

  it.each([
    ['text', /^The gate opens for those who pay the toll and\n$/],
    ['srt', /^1\n00:00:00,000 --> 00:00:03,200\nThe gate .*\n\n2\n00:00:03,200 --> 00:00:04,000\n/],
    ['vtt', /^WEBVTT\n\n00:00:00\.000 --> 00:00:03\.200\nThe gate /],
  ] as const)('are %s when asked', async (format, pattern) => {
    const transcript = await client.audio.transcriptions.create({
      model,
      file: await file(),
      response_format: format,
    });
    expect(transcript).toMatch(pattern);
  });
});

describe('transcriptions', () => {
  it('have their price in a header where the body is not JSON', async () => {
    const answer = await send(makeAudioForm(2, { response_format: 'srt' }));
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('x-tollgate-cost')).toBe('0.0002');
    expect(answer.headers.get('x-generation-id')).toMatch(/^gen-/);
    const vtt = await send(makeAudioForm(2, { response_format: 'vtt' }));
    expect(vtt.headers.get('content-type')).toMatch(/^text\/vtt/);
  });

  it('come as JSON with the recording in it', async () => {
    const data = makeWav(3).toString('base64');
    const answer = await send({ model, input_audio: { data, format: 'wav' } });
    expect(answer.status).toBe(200);
    expect(answer.json.usage).toEqual({ type: 'duration', seconds: 3, cost: 0.0003 });
    const unnamed = await send({ model, input_audio: { data } });
    expect(code(unnamed)).toBe('400 missing_required_field');
    const noise = { data: '%%%%%%%%%%', format: 'wav' };
    expect(code(await send({ model, input_audio: noise }))).toBe('400 unsupported_param');
    expect(code(await send({ model }))).toBe('400 missing_required_field');
  });

  it('are settled and recorded', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const body = makeAudioForm(30);
    const answer = await gateway.call(path, { method: 'POST', bearer: payer.key, body });
    const generationId = answer.headers.get('x-generation-id') ?? '';
    const { usage } = await readSettledCredits(gateway, payer.key);
    expect(usage).toBe(usdNumberToNanos(0.003));
    const record = await readGeneration(gateway, { generationId }, payer);
    expect(record).toMatchObject({ model, total_cost: 0.003 });
  });

  it('cost what the provider asks for, where it does', async () => {
    const answer = await send(makeAudioForm(3, { prompt: '[[sim:cost=0.0123]]' }));
    expect(answer.json.usage.cost).toBe(0.0123);
  });

  it.each(['no_usage', 'zero_usage'])(
    'are unbilled where the provider reports %s',
    async (word) => {
      const payer = await openAccount(gateway, { creditUsd: 11 });
      const body = makeAudioForm(3, { prompt: `[[sim:${word}]]` });
      const answer = await gateway.call(path, { method: 'POST', bearer: payer.key, body });
      expect(answer.json.usage).toEqual({ type: 'duration', seconds: 0, cost: 0 });
      const generationId = answer.headers.get('x-generation-id') ?? '';
      expect(await readGeneration(gateway, { generationId }, payer)).toMatchObject({
        total_cost: 0,
        billing_outcome: 'refunded_no_usage',
      });
      expect((await readSettledCredits(gateway, payer.key)).usage).toBe(0n);
    },
  );

  it('are paid by tokens where the model counts them', async () => {
    const answer = await send(makeAudioForm(4, { model: 'audio-tokens/one' }));
    // 40 audio tokens at 6 USD and 10 text tokens at 10 USD per million.
    expect(answer.json.usage).toEqual({
      type: 'tokens',
      input_tokens: 40,
      output_tokens: 10,
      total_tokens: 50,
      cost: 0.00034,
    });
  });

  it('ask a model without times for plain JSON, and give no subtitles of it', async () => {
    const plain = await send(makeAudioForm(2, { model: 'audio-json/one' }));
    expect(plain.json).toMatchObject({ usage: { seconds: 2, cost: 0.0004 } });
    const srt = makeAudioForm(2, { model: 'audio-json/one', response_format: 'srt' });
    expect(code(await send(srt))).toBe('400 unsupported_response_format');
    const bare = { response_format: 'vtt', prompt: '[[sim:empty_choices]]' };
    expect(code(await send(makeAudioForm(2, bare)))).toBe('400 unsupported_response_format');
  });

  it('pass on what the provider should know, and nothing of ours', async () => {
    await resetSimulator(gateway, true);
    await send(makeAudioForm(1, { language: 'de', prompt: 'Mautstelle', stream: 'true', x: 'y' }));
    const { calls } = await readSimulatedCalls(gateway);
    const call = calls.findLast(({ request }) => request?.body.includes('Mautstelle'));
    const sent = JSON.parse(call?.request?.body ?? '{}') as unknown;
    expect(sent).toEqual({
      model: ['transcription'],
      response_format: ['verbose_json'],
      language: ['de'],
      prompt: ['Mautstelle'],
      x: ['y'],
      bytes: 16_044,
    });
  });

  it('send the file again to the next provider', async () => {
    await addModel(gateway, {
      id: 'audio-failing/one',
      kind: 'transcription',
      upstreamModel: 'transcription+status=503',
      prices: { audioSecond: '0.0001' },
    });
    await addModel(gateway, {
      id: 'audio-next/one',
      kind: 'transcription',
      upstreamModel: 'transcription',
      prices: { audioSecond: '0.0001' },
    });
    const data = makeWav(60).toString('base64');
    const models = ['audio-failing/one', 'audio-next/one'];
    const answer = await send({ models, input_audio: { data, format: 'wav' } });
    expect(answer.json).toMatchObject({ usage: { seconds: 60 } });
  });

  it('cost nothing when they fail', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    for (const script of ['status=500', 'garbage']) {
      const body = makeAudioForm(2, { prompt: `[[sim:${script}]]` });
      const answer = await gateway.call(path, { method: 'POST', bearer: payer.key, body });
      expect(answer.status).toBe(502);
    }
    expect((await readSettledCredits(gateway, payer.key)).usage).toBe(0n);
  });

  it('are refused by the code of their fault', async () => {
    const faults: [FormData, string][] = [
      [makeAudioForm(1, { model: 'simulator/chat' }), '400 model_endpoint_mismatch'],
      [makeAudioForm(1, { model: 'simulator/nobody' }), '400 unknown_model'],
      [makeAudioForm(1, { response_format: 'xml' }), '400 unsupported_response_format'],
      [makeAudioForm(1, { temperature: '3' }), '400 unsupported_param'],
      [makeAudioForm(1, { language: '<script>' }), '400 unsupported_param'],
    ];
    for (const [form, expected] of faults) expect(code(await send(form))).toBe(expected);
    const without = makeAudioForm(1);
    without.delete('file');
    expect(code(await send(without))).toBe('400 missing_required_field');
    const two = makeAudioForm(1);
    two.append('file', new Blob(['x']), 'b.wav');
    expect(code(await send(two))).toBe('400 unsupported_param');
    const chat = { model, messages: [{ role: 'user', content: 'Hello' }] };
    const elsewhere = await gateway.call('/v1/chat/completions', {
      bearer: account.key,
      body: chat,
    });
    expect(code(elsewhere)).toBe('400 model_endpoint_mismatch');
  });

  it('are refused when the body is too large', async () => {
    const form = makeAudioForm(1);
    form.append('y', 'x'.repeat(10 * 1024 * 1024));
    expect((await send(form)).status).toBe(413);
  });
});

describe('hostile forms', () => {
  const head = (type: string, body: string): string =>
    [
      `POST ${path} HTTP/1.1`,
      'Host: a',
      `Authorization: Bearer ${account.key}`,
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n');
  const part = '--b\r\nContent-Disposition: form-data; name=';

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['another boundary', 'multipart/form-data; boundary=b', '--c\r\n\r\nx\r\n--c--'],
    ['a part without an end', 'multipart/form-data; boundary=b', `${part}"model"\r\n\r\nx`],
    ['a giant head', 'multipart/form-data; boundary=b', `${part}"${'a'.repeat(50_000)}"\r\n\r\n`],
    [
      'a nested form',
      'multipart/form-data; boundary=b',
      `${part}"a"\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\n--c--\r\n--b--\r\n`,
    ],
    [
      'names of prototypes',
      'multipart/form-data; boundary=b',
      `${part}"__proto__"\r\n\r\n{"a":1}\r\n--b--\r\n`,
    ],
  ])('with %s are refused, and the next is served', async (_name, type, body) => {
    const answer = await sendRaw(gateway, head(type, body));
    expect(answer.status).toBe(400);
    expect((await send(makeAudioForm(1))).status).toBe(200);
  });
});
