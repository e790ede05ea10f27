import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@tollgate/errors';
import { emptyUsage } from '@tollgate/model-spec';
import { computeCharge } from '@tollgate/money';
import { aModel, aRoute, aSnapshot } from '../../../test/support/build-calls';
import type { Candidate } from '../../domain/candidate';
import type { CatalogModel, ModelDocument } from '../../catalog/catalog';
import { measureWork } from '../../call/route/measure-work';
import { listCandidates } from '../../call/route/list-candidates';
import type { InferenceRequest, PreparedRequest, UploadedFile } from '../../domain/endpoint';
import { chargeTranscription } from './charge-transcription';
import { speechEndpoint } from './speech.endpoint';
import { transcriptionsEndpoint } from './transcriptions.endpoint';

type Fields = Record<string, unknown>;

const face = { ulid: 'u', model: 'acme/small', requestId: 'r', createdAtSeconds: 1 };

const model = (changes: Partial<ModelDocument>): ReturnType<typeof aModel> =>
  aModel(changes as Parameters<typeof aModel>[0]);

function candidate(changes: Partial<ModelDocument>, protocol: 'openai' | 'gemini'): Candidate {
  const known = model(changes);
  const routes = { 'acme/small': [aRoute({ protocol, upstreamModel: 'upstream-name' })] };
  return listCandidates(known, aSnapshot([known], routes))[0] as Candidate;
}

function reserve(request: InferenceRequest, known: CatalogModel): unknown {
  return request.measureUnits?.(known, measureWork(request, known)).reserve(known.prices);
}

function reason(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.reason;
  }
  return 'accepted';
}

const speaker = { kind: 'speech', prices: { character: '0.000015' } } as const;

describe('speech', () => {
  const parse = (fields: Fields = {}): InferenceRequest => {
    const body = { model: 'acme/small', input: 'Hello', voice: 'ada', ...fields };
    return speechEndpoint.parse({ body, bodyText: JSON.stringify(body), clientHeaders: {} });
  };
  const prepare = (fields: Fields = {}, document: Partial<ModelDocument> = {}): PreparedRequest =>
    parse(fields).prepare(candidate({ ...speaker, ...document }, 'openai'), face);

  it('reserves exactly what it costs', () => {
    const known = model(speaker);
    expect(reserve(parse({ input: 'héllo🎵' }), known)).toBe(90_000n);
    const lines = prepare({ input: 'héllo🎵' }).passBytes?.makeLines(known.prices) ?? [];
    expect(computeCharge(lines)).toBe(90_000n);
  });

  it('is sent in the protocol of the provider', () => {
    const fields = { models: ['x'], provider: {}, stream: true, speed: 2, voice: undefined };
    const { request } = prepare(fields, { defaultVoice: 'eve' });
    expect(request.url).toBe('http://127.0.0.1:1/v1/audio/speech');
    expect(JSON.parse(request.body)).toEqual({
      model: 'upstream-name',
      input: 'Hello',
      speed: 2,
      voice: 'eve',
    });
  });

  it('removes fields that are null', () => {
    const fields = { response_format: null, speed: null, instructions: null, voice: null };
    const { request } = prepare(fields, { defaultVoice: 'eve' });
    const said = { model: 'upstream-name', input: 'Hello', voice: 'eve' };
    expect(JSON.parse(request.body)).toEqual(said);
  });

  it('is served as audio only', () => {
    const read = (type: unknown): string | undefined =>
      prepare({ response_format: 'wav' }).passBytes?.readType({ 'content-type': type });
    expect(read('audio/mpeg')).toBe('audio/mpeg');
    expect(read('audio/L16; rate=24000; channels=1')).toBe('audio/L16; rate=24000; channels=1');
    expect(read('application/octet-stream')).toBe('audio/wav');
    for (const type of ['text/html', 'image/svg+xml', 'audio/<script>', undefined, ['audio/wav']]) {
      expect(read(type)).toBeUndefined();
    }
  });

  it('is refused by what its model cannot do', () => {
    const judge = (fields: Fields, document: Partial<ModelDocument> = speaker): string =>
      reason(() => parse(fields).fitTo(model(document)));
    expect(judge({})).toBe('accepted');
    expect(judge({}, { kind: 'chat' })).toBe('model_endpoint_mismatch');
    expect(judge({}, { kind: 'video' })).toBe('wrong_endpoint_for_video');
    expect(judge({ voice: null })).toBe('missing_required_field');
    expect(judge({ voice: 'bob' }, { ...speaker, voices: ['ada'] })).toBe('unsupported_param');
    expect(judge({ input: '🎵'.repeat(4_096) })).toBe('accepted');
    expect(judge({ input: '🎵'.repeat(4_097) })).toBe('context_too_long');
    const elsewhere = (): unknown => parse().prepare(candidate(speaker, 'gemini'), face);
    expect(reason(elsewhere)).toBe('unsupported_param');
  });
});

const listener = { kind: 'transcription', prices: { audioSecond: '0.0001' } } as const;

describe('a transcription', () => {
  const sound = Buffer.from('a sound');
  const file: UploadedFile = {
    fieldName: 'file',
    fileName: 'a.wav',
    contentType: 'audio/wav',
    bytes: sound.length,
    seconds: 90,
    open: () => Readable.from([sound]),
    read: () => Promise.resolve(sound),
  };
  const parse = (fields: Fields = {}, files = [file]): InferenceRequest => {
    const body = { model: 'acme/small', ...fields };
    const raw = { body, bodyText: JSON.stringify(body), clientHeaders: {} };
    return transcriptionsEndpoint.parse({ ...raw, files });
  };
  const prepare = (fields: Fields = {}, document: Partial<ModelDocument> = {}): PreparedRequest =>
    parse(fields).prepare(candidate({ ...listener, ...document }, 'openai'), face);
  const settled = { usage: emptyUsage, costNanos: 9_000_000n, upstream: undefined };

  it('reserves its length, or a guess by its size', () => {
    const hold = (files: UploadedFile[]): unknown => reserve(parse({}, files), model(listener));
    expect(hold([file])).toBe(9_000_000n);
    const { seconds: _, ...unknown } = file;
    expect(hold([{ ...unknown, bytes: 40_000 }])).toBe(1_000_000n);
    expect(reason(() => parse({}, []))).toBe('missing_required_field');
  });

  it('reserves tokens where only they have a price', () => {
    const document = { kind: 'transcription', prices: { prompt: '1', completion: '2' } } as const;
    const known = model(document);
    // 35 audio and 10 text tokens in each of 90 seconds.
    expect(reserve(parse(), known)).toBe(90n * (35_000n + 20_000n));
  });

  it('is the same form for every provider that is asked', async () => {
    const { request } = prepare({ language: 'de', 'timestamp_granularities[]': ['word'], n: 1 });
    const { upload } = request;
    const [once, twice] = await Promise.all([
      buffer(upload?.open() as Readable),
      buffer(upload?.open() as Readable),
    ]);
    expect(once.equals(twice)).toBe(true);
    expect(once.length).toBe(upload?.bytes);
    const names = [...String(once).matchAll(/name="([^"]+)"(?:; filename="([^"]+)")?/g)];
    expect(names.map(([, name]) => name)).toEqual([
      'model',
      'response_format',
      'timestamp_granularities[]',
      'timestamp_granularities[]',
      'language',
      'n',
      'file',
    ]);
    expect(String(once)).toContain('verbose_json');
    expect(String(once)).toContain('a sound');
  });

  it('asks a model without timestamps for plain JSON', async () => {
    const { request } = prepare({}, { supportedParameters: ['language'] });
    const body = String(await buffer(request.upload?.open() as Readable));
    expect(body).not.toContain('verbose_json');
  });

  it('sends its price in a header unless it is JSON', () => {
    const read = (fields: Fields): unknown =>
      prepare(fields)
        .readPlain('{"text":"Hello","segments":[],"duration":90}')
        .renderHeaders?.(settled);
    expect(read({ response_format: 'vtt' })).toEqual({
      'content-type': 'text/vtt; charset=utf-8',
      'x-tollgate-cost': '0.009',
    });
    expect(read({})).toEqual({ 'content-type': 'application/json; charset=utf-8' });
  });

  it('makes no subtitles from an answer without timestamps', () => {
    const read = (): unknown => prepare({ response_format: 'srt' }).readPlain('{"text":"Hello"}');
    expect(reason(read)).toBe('unsupported_response_format');
  });

  it('costs nothing without a usage, however long the file is', () => {
    const charge = (text: string): bigint => {
      const known = model(listener);
      return computeCharge(prepare().readPlain(text).makeLines?.(known.prices) ?? []);
    };
    expect(charge('{"text":"Hello"}')).toBe(0n);
    expect(charge('{"text":"Hello","duration":0,"usage":{"seconds":0}}')).toBe(0n);
    expect(charge('{"text":"Hello","duration":9.2}')).toBe(1_000_000n);
  });

  it('is read whole and sent as events to clients that ask for a stream', async () => {
    const prepared = prepare({ stream: 'true' });
    const upload = String(await buffer(prepared.request.upload?.open() as Readable));
    expect(upload).not.toContain('name="stream"');
    const reading = await prepared.readWhole?.('{"text":"Hello","duration":90}');
    expect(reading?.render(settled)).toMatch(/^event: transcript\.text\.delta\n/);
    expect(parse({ stream: 'true' }).isStreaming).toBe(true);
    expect(parse({ stream: 'false' }).isStreaming).toBe(false);
    expect(reason(() => parse({ stream: true, response_format: 'srt' }))).toBe(
      'unsupported_response_format',
    );
  });

  it('has no content without a transcript', () => {
    expect(prepare().readPlain('{"error":1}').hasContent).toBe(false);
  });
});

describe('the charge of a transcription', () => {
  const { prices } = model(listener);
  const charge = (use: Parameters<typeof chargeTranscription>[1]): bigint =>
    computeCharge(chargeTranscription(prices, use));

  it('is what the provider reports, or else its seconds', () => {
    expect(charge({ costUsd: 0.0123, seconds: 10 })).toBe(12_300_000n);
    expect(charge({ seconds: 9.2 })).toBe(1_000_000n);
  });

  it('is nothing when nothing is known', () => {
    expect(chargeTranscription(prices, {})).toEqual([]);
    expect(chargeTranscription(prices, { costUsd: 0 })).toEqual([]);
    const tokens = model({ kind: 'transcription', prices: { prompt: '1', completion: '2' } });
    expect(chargeTranscription(tokens.prices, { seconds: 4 })).toEqual([]);
  });

  it('is its tokens where they have a price', () => {
    const document = { prompt: '1', completion: '2', audioInput: '6' };
    const known = model({ kind: 'transcription', prices: document });
    const usage = { ...emptyUsage, audioInput: 40, output: 10 };
    const lines = chargeTranscription(known.prices, {
      seconds: 4,
      tokens: { kind: 'usage', usage },
    });
    expect(computeCharge(lines)).toBe(260_000n);
  });
});
