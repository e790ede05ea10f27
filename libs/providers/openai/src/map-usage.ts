import { emptyUsage, type UsageReading } from '@tollgate/model-spec';
import { asFields, isFields, readCounts } from '@tollgate/model-kit';

/** OpenAI's inclusive counts (cached in prompt, reasoning in completion) to disjoint ones. */
export function mapUsage(value: unknown): UsageReading {
  if (value === undefined || value === null) return { kind: 'missing' };
  if (!isFields(value)) return { kind: 'unusable' };
  const promptDetails = asFields(value['prompt_tokens_details']);
  const completionDetails = asFields(value['completion_tokens_details']);
  const counts = readCounts({
    prompt: value['prompt_tokens'],
    completion: value['completion_tokens'],
    total: value['total_tokens'],
    cached: promptDetails['cached_tokens'] ?? value['cached_tokens'],
    written: promptDetails['cache_write_tokens'],
    reasoning: completionDetails['reasoning_tokens'],
    audioIn: promptDetails['audio_tokens'],
    audioOut: completionDetails['audio_tokens'],
    imageOut: completionDetails['image_tokens'],
  });
  return counts === undefined ? { kind: 'unusable' } : disjoin(counts);
}

type InclusiveCount =
  | 'prompt'
  | 'completion'
  | 'total'
  | 'cached'
  | 'written'
  | 'reasoning'
  | 'audioIn'
  | 'audioOut'
  | 'imageOut';

function disjoin(counts: Readonly<Record<InclusiveCount, number>>): UsageReading {
  const { audioIn, audioOut, cached, imageOut, prompt, reasoning, total, written } = counts;
  // Some providers count reasoning beside completion; their own total gives them away.
  const isBeside = reasoning > 0 && total === prompt + counts.completion + reasoning;
  const output = isBeside ? counts.completion + reasoning : counts.completion;
  if (prompt + output === 0) return { kind: 'missing' };
  if (cached + written > prompt || audioIn > prompt) return { kind: 'unusable' };
  if (reasoning + audioOut + imageOut > output) return { kind: 'unusable' };
  // Cached audio is counted in both: it was read from the cache, and is priced as such.
  const audioInput = Math.min(audioIn, prompt - cached - written);
  const usage = {
    ...emptyUsage,
    input: prompt - cached - written - audioInput,
    cacheRead: cached,
    cacheWrite5m: written,
    output: output - audioOut - imageOut,
    reasoning,
    audioInput,
    audioOutput: audioOut,
    imageOutput: imageOut,
  };
  return { kind: 'usage', usage };
}
