import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import OpenAI from 'openai';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import { sendRequest, type ApiAnswer } from '../test/support/api-call';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const model = 'simulator/speech';
const path = '/v1/audio/speech';
const speech = { model, voice: 'alloy' };
let account: Account;
let client: OpenAI;

beforeAll(async () => {
  account = await openAccount(gateway);
  // It repeats a 503 by itself: another process of a busy machine may stand still.
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.baseUrl}/v1` });
});

const say = (fields: Record<string, unknown>, bearer = account.key): Promise<ApiAnswer> =>
  gateway.call(path, { bearer, body: { ...speech, input: 'Hello', ...fields } });
const code = ({ json, status }: ApiAnswer): string => `${status} ${json?.error?.code}`;

describe('speech with the official client', () => {
  it.each([
    ['mp3', 'audio/mpeg', [0xff, 0xf3]],
    ['wav', 'audio/wav', [0x52, 0x49]],
    ['opus', 'audio/ogg', [0x4f, 0x67]],
    ['flac', 'audio/flac', [0x66, 0x4c]],
    ['aac', 'audio/aac', [0xff, 0xf1]],
    ['pcm', 'audio/pcm', [0, 0]],
  ] as const)('is %s as the provider sent it', async (format, type, start) => {
    const input = 'The gate opens for those who pay the toll.';
    const sound = await client.audio.speech.create({ ...speech, input, response_format: format });
    expect(sound.headers.get('content-type')).toBe(type);
    expect(sound.headers.get('x-generation-id')).toMatch(/^gen-/);
    const bytes = Buffer.from(await sound.arrayBuffer());
    expect([...bytes.subarray(0, 2)]).toEqual(start);
    expect(bytes.length).toBeGreaterThan(100);
  });
});

describe('speech', () => {
  it('costs its characters, exactly and known beforehand', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const input = `${'x'.repeat(997)}🎵é한`;
    const answer = await say({ input, response_format: 'wav' }, payer.key);
    // 1,000 code points at 0.000015 USD.
    expect(answer.headers.get('x-tollgate-cost')).toBe('0.015');
    const { usage } = await readSettledCredits(gateway, payer.key);
    expect(usage).toBe(usdNumberToNanos(0.015));
    const generationId = answer.headers.get('x-generation-id') ?? '';
    const record = await readGeneration(gateway, { generationId }, payer);
    expect(record).toMatchObject({ model, total_cost: 0.015 });
  });

  it('costs nothing when no byte or no sound came', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    for (const script of ['empty', 'garbage', 'status=500', 'cut_after=0']) {
      const answer = await say({ input: `Hello [[sim:${script}]]` }, payer.key);
      expect(answer.status).toBe(502);
      expect(answer.headers.get('content-type')).toMatch(/json/);
    }
    expect((await readSettledCredits(gateway, payer.key)).usage).toBe(0n);
  });

  it('breaks off with its provider, unbilled', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    const input = `${'x'.repeat(300)} [[sim:cut_after=3]]`;
    await expect(say({ input, response_format: 'wav' }, payer.key)).rejects.toThrow();
    expect((await readSettledCredits(gateway, payer.key)).usage).toBe(0n);
  });

  it('is cancelled with its client, unbilled, and aborted at the provider', async () => {
    const payer = await openAccount(gateway, { creditUsd: 11 });
    await resetSimulator(gateway);
    const input = `${'x'.repeat(600)} [[sim:chunk_delay_ms=200]]`;
    const body = { ...speech, input, response_format: 'wav' };
    const response = await sendRequest(gateway.baseUrl + path, { bearer: payer.key, body });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const { usage } = await readSettledCredits(gateway, payer.key);
    expect(usage).toBe(0n);
    await waitUntil(async () => (await readSimulatedCalls(gateway)).cancelled > 0, {
      timeoutMs: 30_000,
      what: 'a cancelled call at the provider',
    });
  });

  it('reaches the client before it is over', async () => {
    const input = `${'x'.repeat(90)} [[sim:chunk_delay_ms=150]]`;
    const body = { ...speech, input, response_format: 'wav' };
    const measureRestMs = async (): Promise<number> => {
      const response = await sendRequest(gateway.baseUrl + path, { bearer: account.key, body });
      const reader = response.body?.getReader();
      await reader?.read();
      const firstMs = Date.now();
      while ((await reader?.read())?.done === false);
      return Date.now() - firstMs;
    };
    let restMs = await measureRestMs();
    // A client that stood still reads everything at once.
    for (let again = 1; again < 4 && restMs <= 1_000; again++) restMs = await measureRestMs();
    expect(restMs).toBeGreaterThan(1_000);
  });

  it('goes to the next provider while no audio was sent', async () => {
    const prices = { character: '0.000015' };
    const upstreamModel = 'speech+status=503';
    await addModel(gateway, { id: 'speech-failing/one', kind: 'speech', upstreamModel, prices });
    const models = ['speech-failing/one', model];
    const answer = await say({ model: undefined, models });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
  });

  it('is refused by the code of its fault', async () => {
    const faults: [Record<string, unknown>, string][] = [
      [{ model: 'simulator/chat' }, '400 model_endpoint_mismatch'],
      [{ voice: undefined }, '400 missing_required_field'],
      [{ input: '' }, '400 missing_required_field'],
      [{ input: 'x'.repeat(4_097) }, '400 context_too_long'],
      [{ response_format: 'midi' }, '400 unsupported_response_format'],
      [{ speed: 5 }, '400 unsupported_param'],
      [{ stream_format: 'sse' }, '400 unsupported_param'],
    ];
    for (const [fields, expected] of faults) expect(code(await say(fields))).toBe(expected);
    expect((await say({ input: 'x'.repeat(4_096), speed: 4 })).status).toBe(200);
  });

  it('speaks with the voices of its model, and with its default', async () => {
    const document = { voices: ['ada', 'eve'], defaultVoice: 'eve' };
    const prices = { character: '0.00001' };
    const id = 'speech-voices/one';
    await addModel(gateway, { id, kind: 'speech', upstreamModel: 'speech', prices, document });
    await resetSimulator(gateway, true);
    expect((await say({ model: id, voice: undefined })).status).toBe(200);
    const { calls } = await readSimulatedCalls(gateway);
    expect(calls.some(({ request }) => request?.body.includes('"voice":"eve"'))).toBe(true);
    expect(code(await say({ model: id, voice: 'bob' }))).toBe('400 unsupported_param');
  });

  it('is offered in the list of models', async () => {
    const { json } = await gateway.call('/v1/models?output_modalities=speech');
    const ids = (json.data as { id: string }[]).map(({ id }) => id);
    expect(ids).toContain(model);
    expect(ids).not.toContain('simulator/chat');
  });
});
