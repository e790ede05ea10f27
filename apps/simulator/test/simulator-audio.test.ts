import { Readable } from 'node:stream';
import { measureAudio, readEnds } from '@tollgate/media-types';
import OpenAI, { toFile } from 'openai';
import { makeWav } from '../src/domain/media/make-tone';
import { startSimulator, type SimulatorUnderTest } from './start-simulator';

let simulator: SimulatorUnderTest;
let client: OpenAI;

beforeAll(async () => {
  simulator = await startSimulator();
  client = new OpenAI({ apiKey: 'some-key', baseURL: simulator.baseUrl, maxRetries: 0 });
});
afterAll(() => simulator.stop());

describe('speech', () => {
  it('is as long as its text', async () => {
    const speech = { model: 'speech', voice: 'alloy', response_format: 'wav' as const };
    const response = await client.audio.speech.create({ ...speech, input: 'x'.repeat(45) });
    expect(response.headers.get('content-type')).toBe('audio/wav');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(measureAudio(await readEnds(Readable.from([bytes])))).toBe(3);
  });

  it('follows its script', async () => {
    const speech = { model: 'speech', voice: 'alloy' };
    const say = (input: string): Promise<Response> =>
      client.audio.speech.create({ ...speech, input });
    expect((await (await say('[[sim:empty]]')).arrayBuffer()).byteLength).toBe(0);
    await expect(say('[[sim:status=503]]')).rejects.toMatchObject({ status: 503 });
    await expect(
      say('Hello there [[sim:cut_after=0]]').then((sound) => sound.text()),
    ).rejects.toThrow();
  });
});

describe('transcriptions', () => {
  it('have segments, words and the duration of the audio', async () => {
    const transcript = await client.audio.transcriptions.create({
      model: 'transcription',
      file: await toFile(makeWav(4), 'a.wav'),
      response_format: 'verbose_json',
      timestamp_granularities: ['word'],
    });
    expect(transcript).toMatchObject({ duration: 4, usage: { type: 'duration', seconds: 4 } });
    expect(transcript.segments?.[0]).toMatchObject({ id: 0, start: 0, end: 3.2 });
    expect(transcript.words).toHaveLength(10);
  });

  it('follow a script in the name of the file', async () => {
    const file = await toFile(makeWav(1), '[[sim:status=429]].wav');
    const call = client.audio.transcriptions.create({ model: 'transcription', file });
    await expect(call).rejects.toMatchObject({ status: 429 });
  });
});
