import { AppError } from '@tollgate/errors';
import { emptyUsage } from '@tollgate/model-spec';
import {
  parseSpeech,
  parseTranscription,
  readTranscript,
  renderTranscript,
  renderTranscriptEvents,
  type Transcript,
  type TranscriptFormat,
} from './index';

type Fields = Record<string, unknown>;

function refuse(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (error instanceof AppError) return `${error.reason} ${error.param ?? ''}`;
  }
  return 'accepted';
}

describe('a transcription', () => {
  const parse = (fields: Fields): ReturnType<typeof parseTranscription> => {
    const body = { model: 'acme/ears', ...fields };
    return parseTranscription(JSON.stringify(body), body);
  };

  it('is answered as JSON by default', () => {
    expect(parse({})).toMatchObject({ format: 'json', hasWords: false });
    expect(parse({ response_format: 'srt' }).format).toBe('srt');
  });

  it('takes the fields of a form and of JSON', () => {
    const words = ['word', 'segment'];
    expect(parse({ 'timestamp_granularities[]': words, temperature: '0.5' }).hasWords).toBe(true);
    expect(parse({ timestamp_granularities: words, temperature: 0.5 }).hasWords).toBe(true);
  });

  it.each([
    [{ model: undefined }, 'missing_required_field model'],
    [{ model: 'a b' }, 'invalid_model_id model'],
    [{ response_format: 'xml' }, 'unsupported_response_format response_format'],
    [{ temperature: '2' }, 'unsupported_param temperature'],
    [{ temperature: 'warm' }, 'unsupported_param temperature'],
    [{ language: '../etc' }, 'unsupported_param language'],
    [{ timestamp_granularities: ['day'] }, 'unsupported_param timestamp_granularities.0'],
  ])('with %j is refused', (fields, fault) => {
    expect(refuse(() => parse(fields))).toBe(fault);
  });
});

describe('speech', () => {
  const parse = (fields: Fields): ReturnType<typeof parseSpeech> => {
    const body = { model: 'acme/voice', input: 'Hello', voice: 'alloy', ...fields };
    return parseSpeech(JSON.stringify(body), body);
  };

  it('is MP3 by default', () => {
    expect(parse({})).toMatchObject({ format: 'mp3', voice: 'alloy', input: 'Hello' });
    expect(parse({ voice: { id: 'voice_1' }, response_format: 'pcm' })).toMatchObject({
      format: 'pcm',
      voice: 'voice_1',
    });
  });

  it.each([
    [{ input: undefined }, 'missing_required_field input'],
    [{ input: '' }, 'missing_required_field input'],
    [{ input: 7 }, 'unsupported_param input'],
    [{ response_format: 'midi' }, 'unsupported_response_format response_format'],
    [{ speed: 0.2 }, 'unsupported_param speed'],
    [{ speed: 4.1 }, 'unsupported_param speed'],
    [{ stream_format: 'sse' }, 'unsupported_param stream_format'],
  ])('with %j is refused', (fields, fault) => {
    expect(refuse(() => parse(fields))).toBe(fault);
  });
});

describe('a transcript', () => {
  const verbose = {
    text: 'Hello there. Good bye.',
    language: 'english',
    duration: 3_725.5,
    segments: [
      { id: 0, start: 0, end: 3.2, text: ' Hello there.', tokens: [1], temperature: 'x' },
      { start: 3_725.0004, end: 3_725.5, text: ' Good\n\n--> bye.' },
    ],
    words: [{ word: 'Hello', start: 0, end: 0.4 }],
  };
  const read = (body: Fields): Transcript => readTranscript(body) as Transcript;
  const settled = { usage: emptyUsage, costNanos: 900_000n, upstream: undefined };
  const render = (format: TranscriptFormat, hasWords = false): string =>
    renderTranscript(read(verbose), { format, hasWords }, { seconds: 9, settled });
  const usage = { type: 'duration', seconds: 9, cost: 0.0009 };

  it('is rendered as JSON', () => {
    expect(JSON.parse(render('json'))).toEqual({ text: verbose.text, usage });
  });

  it('is rendered verbosely, with numbers where numbers belong', () => {
    const rendered = JSON.parse(render('verbose_json')) as Fields;
    expect(rendered).toMatchObject({ task: 'transcribe', duration: 3_725.5, usage });
    expect(rendered['words']).toBeUndefined();
    expect((rendered['segments'] as unknown[])[0]).toEqual({
      id: 0,
      seek: 0,
      start: 0,
      end: 3.2,
      text: ' Hello there.',
      tokens: [1],
      temperature: 0,
      avg_logprob: 0,
      compression_ratio: 0,
      no_speech_prob: 0,
    });
    const withWords = JSON.parse(render('verbose_json', true)) as Fields;
    expect(withWords['words']).toEqual(verbose.words);
  });

  it('is rendered as text and as subtitles', () => {
    expect(render('text')).toBe('Hello there. Good bye.\n');
    expect(render('srt')).toBe(
      '1\n00:00:00,000 --> 00:00:03,200\nHello there.\n\n' +
        '2\n01:02:05,000 --> 01:02:05,500\nGood\n-> bye.\n\n',
    );
    expect(render('vtt')).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:03.200\nHello there.\n\n' +
        '01:02:05.000 --> 01:02:05.500\nGood\n-> bye.\n\n',
    );
  });

  it('reports what was used', () => {
    const use = (given: unknown): unknown => read({ text: '', usage: given }).use;
    expect(use({ type: 'duration', seconds: 9, cost: 0.01 })).toEqual({
      seconds: 9,
      costUsd: 0.01,
      tokens: { kind: 'missing' },
    });
    const tokens = {
      input_tokens: 83,
      output_tokens: 30,
      input_token_details: { audio_tokens: 80 },
    };
    expect(use(tokens)).toMatchObject({
      tokens: { kind: 'usage', usage: { input: 3, audioInput: 80, output: 30 } },
    });
    expect(read({ text: 'x', duration: 4 }).use.seconds).toBe(4);
  });

  it('takes a length or a count of zero for no usage', () => {
    const zero = { type: 'duration', seconds: 0 };
    expect(read({ text: 'x', duration: 0, usage: zero }).use).toEqual({
      seconds: undefined,
      costUsd: undefined,
      tokens: { kind: 'missing' },
    });
    expect(read({ text: 'x', duration: 4, usage: zero }).use.seconds).toBe(4);
    const tokens = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    expect(read({ text: 'x', usage: tokens }).use.tokens).toEqual({ kind: 'missing' });
  });

  it('is streamed as deltas and the whole at the end', () => {
    const events = (transcript: Parameters<typeof renderTranscriptEvents>[0]): unknown[] =>
      renderTranscriptEvents(transcript, { seconds: 9, settled })
        .trim()
        .split('\n\n')
        .map((frame) => {
          const [event = '', data = ''] = frame.split('\n');
          const parsed = JSON.parse(data.slice('data: '.length)) as { type: string };
          expect(event).toBe(`event: ${parsed.type}`);
          return parsed;
        });
    const text = 'One two.';
    const done = {
      type: 'transcript.text.done',
      text,
      usage: { type: 'duration', seconds: 9, cost: 0.0009 },
    };
    expect(events(read({ text }))).toEqual([{ type: 'transcript.text.delta', delta: text }, done]);
    const segments = [{ text: ' One' }, { text: ' two.' }];
    expect(events(read({ text, segments }))).toEqual([
      { type: 'transcript.text.delta', delta: ' One' },
      { type: 'transcript.text.delta', delta: ' two.' },
      done,
    ]);
  });

  it.each([
    [{ seconds: -1 }],
    [{ seconds: 'nine' }],
    [{ cost: -0.1 }],
    [{ cost: 1e9 }],
    [{ input_tokens: -1, output_tokens: 1 }],
    [{ input_tokens: 1, output_tokens: 1, input_token_details: { audio_tokens: 2 } }],
  ])('with a usage of %j cannot be trusted', (given) => {
    expect(read({ text: 'x', usage: given }).use.tokens).toEqual({ kind: 'unusable' });
  });

  it('is undefined without a text', () => {
    expect(readTranscript({ error: 'x' })).toBeUndefined();
  });
});
