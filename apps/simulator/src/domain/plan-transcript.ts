import type { Instructions } from './instructions';

export interface TranscriptRequest {
  readonly seconds: number;
  readonly format: string;
  readonly hasWords: boolean;
  readonly language: string | undefined;
  /** As newer models of OpenAI are paid. */
  readonly isTokenPriced: boolean;
}

const sentence = 'The gate opens for those who pay the toll and closes behind them.'.split(' ');
const wordsPerSecond = 2.5;
const wordsPerSegment = 8;
const tokensPerSecond = 10;
const wordsMax = 20_000;

const round = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/** The answer of a provider, as JSON. */
export function planTranscript(request: TranscriptRequest, instructions: Instructions): string {
  const { format, hasWords, language, seconds } = request;
  const count = Math.min(wordsMax, Math.max(1, Math.floor(seconds * wordsPerSecond)));
  const words = Array.from({ length: count }, (_, index) => ({
    word: sentence[index % sentence.length] ?? '',
    start: round((index / count) * seconds),
    end: round(((index + 1) / count) * seconds),
  }));
  const text = words.map(({ word }) => word).join(' ');
  const usage = makeUsage(request, count, instructions);
  if (format === 'json') return JSON.stringify({ text, ...usage });
  const hasDuration = instructions.usage !== 'none';
  const isZero = instructions.usage === 'zero';
  const segments = makeSegments(words);
  return JSON.stringify({
    task: 'transcribe',
    language: language ?? 'english',
    ...(hasDuration ? { duration: isZero ? 0 : round(seconds) } : {}),
    text,
    ...(instructions.body === 'empty_choices' ? {} : { segments }),
    ...(hasWords ? { words } : {}),
    ...usage,
  });
}

function makeSegments(words: readonly { word: string; start: number; end: number }[]): object[] {
  return Array.from({ length: Math.ceil(words.length / wordsPerSegment) }, (_, id) => {
    const some = words.slice(id * wordsPerSegment, (id + 1) * wordsPerSegment);
    return {
      id,
      seek: 0,
      start: some[0]?.start ?? 0,
      end: some.at(-1)?.end ?? 0,
      text: ` ${some.map(({ word }) => word).join(' ')}`,
      tokens: some.map((_word, index) => 50_364 + index),
      temperature: 0,
      avg_logprob: -0.28,
      compression_ratio: 1.1,
      no_speech_prob: 0.01,
    };
  });
}

function makeUsage(
  { isTokenPriced, seconds }: TranscriptRequest,
  words: number,
  { costUsd, usage: fault }: Instructions,
): object {
  if (fault === 'none') return {};
  const cost = costUsd === undefined ? {} : { cost: costUsd };
  const isZero = fault === 'zero';
  if (!isTokenPriced) {
    return { usage: { type: 'duration', seconds: isZero ? 0 : Math.ceil(seconds), ...cost } };
  }
  const input = isZero ? 0 : Math.ceil(seconds * tokensPerSecond);
  const output = isZero ? 0 : words;
  return {
    usage: {
      type: 'tokens',
      input_tokens: input,
      input_token_details: { text_tokens: 0, audio_tokens: input },
      output_tokens: output,
      total_tokens: input + output,
      ...cost,
    },
  };
}
