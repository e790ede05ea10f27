import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { countPromptTokens, type TokenUsage } from '@tollgate/model-spec';
import type { OpenedCall } from '../call/attempt/opened-call';
import { readPromptStart } from './sticky-routes';

const lifeMs = 5 * 60_000;
const promptsMax = 50_000;
/** The least that a Claude model caches, and about as many characters. */
const promptTokensMin = 1_024;
const startCharacters = 4_096;

type SettledCall = Pick<OpenedCall, 'candidate' | 'caller' | 'request'>;

/**
 * Finds long prompts that came again within minutes and were not cached. Checksums of their
 * beginnings stay in memory; the usage record gets only the answer.
 */
export class RepeatedPrompts {
  readonly #getNowMs: () => number;
  readonly #untilMs = new LRUCache<string, number>({ max: promptsMax });

  constructor(getNowMs: () => number) {
    this.#getNowMs = getNowMs;
  }

  /** Whether the prompt came again. Remembers it. */
  note(call: SettledCall, usage: TokenUsage): boolean {
    const { candidate, caller, request } = call;
    if (countPromptTokens(usage) < promptTokensMin || hasUsedCache(usage)) return false;
    if (candidate.isTest || !needsCacheControl(candidate.target.upstreamModel)) return false;
    const start = readPromptStart(request.bodyText, startCharacters);
    if (start?.length !== startCharacters) return false;
    // Only prompts of one key and model are compared. UTF-16 is copied; UTF-8 would be encoded.
    const sum = crc32(Buffer.from(start, 'utf16le'));
    const name = `${caller.keyId} ${candidate.model.id} ${sum}`;
    const nowMs = this.#getNowMs();
    const isRepeated = (this.#untilMs.get(name) ?? 0) > nowMs;
    this.#untilMs.set(name, nowMs + lifeMs);
    return isRepeated;
  }
}

function hasUsedCache({ cacheRead, cacheWrite1h, cacheWrite5m }: TokenUsage): boolean {
  return cacheRead + cacheWrite5m + cacheWrite1h > 0;
}

/** Claude caches only what a request marks, at Anthropic as on Bedrock and Vertex. */
function needsCacheControl(upstreamModel: string): boolean {
  return upstreamModel.includes('claude');
}
