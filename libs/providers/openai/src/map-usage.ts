import { emptyUsage, type UsageReading } from '@tollgate/model-spec';

/** A count above this is a broken upstream, not a long prompt. */
const tokensMax = 100_000_000;

type Fields = Readonly<Record<string, unknown>>;

/** OpenAI's inclusive counts (cached in prompt, reasoning in completion) to disjoint ones. */
export function mapUsage(value: unknown): UsageReading {
  if (value === undefined || value === null) return { kind: 'missing' };
  if (typeof value !== 'object') return { kind: 'unusable' };
  const usage = value as Fields;
  const promptDetails = asFields(usage['prompt_tokens_details']);
  const completionDetails = asFields(usage['completion_tokens_details']);
  const counts = {
    prompt: readCount(usage['prompt_tokens']),
    completion: readCount(usage['completion_tokens']),
    total: readCount(usage['total_tokens']),
    cached: readCount(promptDetails['cached_tokens'] ?? usage['cached_tokens']),
    written: readCount(promptDetails['cache_write_tokens']),
    reasoning: readCount(completionDetails['reasoning_tokens']),
    audioIn: readCount(promptDetails['audio_tokens']),
    audioOut: readCount(completionDetails['audio_tokens']),
  };
  if (Object.values(counts).includes(undefined)) return { kind: 'unusable' };
  return disjoin(counts as Record<keyof typeof counts, number>);
}

type InclusiveCount =
  'prompt' | 'completion' | 'total' | 'cached' | 'written' | 'reasoning' | 'audioIn' | 'audioOut';

function disjoin(counts: Readonly<Record<InclusiveCount, number>>): UsageReading {
  const { audioIn, audioOut, cached, prompt, reasoning, total, written } = counts;
  // Some providers count reasoning beside completion; their own total gives them away.
  const isBeside = reasoning > 0 && total === prompt + counts.completion + reasoning;
  const output = isBeside ? counts.completion + reasoning : counts.completion;
  if (prompt + output === 0) return { kind: 'missing' };
  if (cached + written > prompt || audioIn > prompt) return { kind: 'unusable' };
  if (reasoning + audioOut > output) return { kind: 'unusable' };
  // Cached audio is counted in both: it was read from the cache, and is priced as such.
  const audioInput = Math.min(audioIn, prompt - cached - written);
  const usage = {
    ...emptyUsage,
    input: prompt - cached - written - audioInput,
    cacheRead: cached,
    cacheWrite5m: written,
    output: output - audioOut,
    reasoning,
    audioInput,
    audioOutput: audioOut,
  };
  return { kind: 'usage', usage };
}

/** Absent counts as 0; anything that is not a whole number in range as undefined. */
function readCount(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0;
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
  return value >= 0 && value <= tokensMax ? value : undefined;
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
