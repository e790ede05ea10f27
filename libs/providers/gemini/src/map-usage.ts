import { emptyUsage, isEmptyUsage, type UsageReading } from '@tollgate/model-spec';
import { asWire, asWireList, isFields, readCount, readCounts } from '@tollgate/model-kit';
import type { GenerateContentResponseUsageMetadata, ModalityTokenCount } from './wire';

type Counts = Readonly<
  Record<'prompt' | 'toolUse' | 'cached' | 'candidates' | 'thoughts' | Media, number>
>;
type Media =
  | 'audioIn'
  | 'imageIn'
  | 'audioToolUse'
  | 'imageToolUse'
  | 'audioCached'
  | 'imageCached'
  | 'audioOut'
  | 'imageOut';

/** Google's inclusive counts (cached in prompt, media in both) to disjoint ones. */
export function mapUsage(value: unknown): UsageReading {
  if (value === undefined || value === null) return { kind: 'missing' };
  if (!isFields(value)) return { kind: 'unusable' };
  const usage = asWire<GenerateContentResponseUsageMetadata>(value);
  const counts = readCounts({
    prompt: usage.promptTokenCount,
    toolUse: usage.toolUsePromptTokenCount,
    cached: usage.cachedContentTokenCount,
    candidates: usage.candidatesTokenCount,
    thoughts: usage.thoughtsTokenCount,
    audioIn: countMedia(usage.promptTokensDetails, 'AUDIO'),
    imageIn: countMedia(usage.promptTokensDetails, 'IMAGE'),
    audioToolUse: countMedia(usage.toolUsePromptTokensDetails, 'AUDIO'),
    imageToolUse: countMedia(usage.toolUsePromptTokensDetails, 'IMAGE'),
    audioCached: countMedia(usage.cacheTokensDetails, 'AUDIO'),
    imageCached: countMedia(usage.cacheTokensDetails, 'IMAGE'),
    audioOut: countMedia(usage.candidatesTokensDetails, 'AUDIO'),
    imageOut: countMedia(usage.candidatesTokensDetails, 'IMAGE'),
  });
  return counts === undefined ? { kind: 'unusable' } : disjoin(counts);
}

function disjoin(counts: Counts): UsageReading {
  const { cached, candidates, thoughts } = counts;
  const uncached = counts.prompt + counts.toolUse - cached;
  if (uncached < 0) return { kind: 'unusable' };
  // Cached media are read from the cache and priced as such.
  const audioInput = bound(counts.audioIn + counts.audioToolUse - counts.audioCached, uncached);
  const imageInput = bound(
    counts.imageIn + counts.imageToolUse - counts.imageCached,
    uncached - audioInput,
  );
  const audioOutput = bound(counts.audioOut, candidates);
  const imageOutput = bound(counts.imageOut, candidates - audioOutput);
  const usage = {
    ...emptyUsage,
    input: uncached - audioInput - imageInput,
    cacheRead: cached,
    output: candidates - audioOutput - imageOutput + thoughts,
    reasoning: thoughts,
    audioInput,
    imageInput,
    audioOutput,
    imageOutput,
  };
  return isEmptyUsage(usage) ? { kind: 'missing' } : { kind: 'usage', usage };
}

/** The details are a breakdown: they never exceed their total. */
function bound(count: number, total: number): number {
  return Math.max(0, Math.min(count, total));
}

/** NaN when a count cannot be trusted: it is refused with the others. */
function countMedia(details: unknown, modality: 'AUDIO' | 'IMAGE'): number {
  let sum = 0;
  for (const detail of asWireList<ModalityTokenCount>(details)) {
    if (detail.modality === modality) sum += readCount(detail.tokenCount) ?? Number.NaN;
  }
  return sum;
}
