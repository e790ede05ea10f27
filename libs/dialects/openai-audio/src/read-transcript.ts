import { emptyUsage, type UsageReading } from '@tollgate/model-spec';
import { asFields, isFields, readCounts } from '@tollgate/model-kit';

type Fields = Readonly<Record<string, unknown>>;

export interface TranscriptSegment extends Fields {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface TranscriptWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The usage and the cost that a provider reports. */
export interface AudioUse {
  readonly seconds: number | undefined;
  readonly costUsd: number | undefined;
  readonly tokens: UsageReading;
}

export interface Transcript {
  readonly text: string;
  readonly language: string | undefined;
  readonly duration: number | undefined;
  /** Undefined: the provider sent no times. */
  readonly segments: readonly TranscriptSegment[] | undefined;
  readonly words: readonly TranscriptWord[] | undefined;
  readonly use: AudioUse;
}

/** More than any recording that fits into a request. */
const secondsMax = 1_000_000;
const costUsdMax = 1_000;
const segmentsMax = 100_000;

/** The JSON of a provider, plain or verbose; undefined when there is no transcript in it. */
export function readTranscript(body: Fields): Transcript | undefined {
  const { language, segments, text, words } = body;
  if (typeof text !== 'string') return undefined;
  return {
    text,
    language: typeof language === 'string' ? language : undefined,
    duration: readNumber(body['duration'], secondsMax),
    segments: Array.isArray(segments) ? readList(segments, readSegment) : undefined,
    words: Array.isArray(words) ? readList(words, readWord) : undefined,
    use: readUse(body),
  };
}

function readList<T>(values: readonly unknown[], read: (value: Fields, index: number) => T): T[] {
  return values.slice(0, segmentsMax).map((value, index) => read(asFields(value), index));
}

/** Clients check that every one of these is a number. */
function readSegment(segment: Fields, index: number): TranscriptSegment {
  const number = (name: string): number => readNumber(segment[name], Infinity, -Infinity) ?? 0;
  const { tokens } = segment;
  return {
    id: readNumber(segment['id'], Infinity) ?? index,
    seek: number('seek'),
    start: number('start'),
    end: number('end'),
    text: readText(segment['text']),
    tokens: Array.isArray(tokens) ? tokens.filter((token) => typeof token === 'number') : [],
    temperature: number('temperature'),
    avg_logprob: number('avg_logprob'),
    compression_ratio: number('compression_ratio'),
    no_speech_prob: number('no_speech_prob'),
  };
}

function readWord(word: Fields): TranscriptWord {
  return {
    word: readText(word['word']),
    start: readNumber(word['start'], Infinity) ?? 0,
    end: readNumber(word['end'], Infinity) ?? 0,
  };
}

function readUse(body: Fields): AudioUse {
  const usage = asFields(body['usage']);
  const isBroken = ['seconds', 'cost'].some(
    (name) => usage[name] != null && readNumber(usage[name], limits[name] ?? 0) === undefined,
  );
  return {
    // A length of nothing is no usage.
    seconds:
      readNumber(usage['seconds'], secondsMax) ||
      readNumber(body['duration'], secondsMax) ||
      undefined,
    costUsd: readNumber(usage['cost'], costUsdMax),
    tokens: isBroken ? { kind: 'unusable' } : readTokens(usage),
  };
}

const limits: Readonly<Record<string, number>> = { seconds: secondsMax, cost: costUsdMax };

function readTokens(usage: Fields): UsageReading {
  if (usage['input_tokens'] == null && usage['output_tokens'] == null) return { kind: 'missing' };
  const details = usage['input_token_details'] ?? usage['input_tokens_details'];
  const counts = readCounts({
    input: usage['input_tokens'],
    output: usage['output_tokens'],
    audioInput: isFields(details) ? details['audio_tokens'] : undefined,
  });
  if (counts === undefined || counts.audioInput > counts.input) return { kind: 'unusable' };
  const { audioInput, input, output } = counts;
  if (input + output === 0) return { kind: 'missing' };
  return { kind: 'usage', usage: { ...emptyUsage, input: input - audioInput, audioInput, output } };
}

function readNumber(value: unknown, max: number, min = 0): number | undefined {
  const isInside = typeof value === 'number' && value >= min && value <= max;
  return isInside && Number.isFinite(value) ? value : undefined;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
