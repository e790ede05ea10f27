import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Nanos } from '@tollgate/money';
import { countPromptTokens, type ReportedExtras, type TokenUsage } from '@tollgate/model-spec';
import { estimateCaching, type CachingWorth } from '@tollgate/pricing';
import type { OpenedCall } from '../call/attempt/opened-call';
import type { RepeatedPrompt } from '../domain/repeated-prompt';
import { readBeginning } from './prompt-beginning';

interface Remembered {
  readonly untilMs: number;
  /** What writing it to a cache would have cost more, until a repetition has deducted it. */
  readonly premiumNanos: Nanos;
}

type SettledCall = Pick<OpenedCall, 'caller' | 'candidate' | 'otherAnswers' | 'request' | 'unpaid'>;

const lifeMs = 5 * 60_000;
const promptsMax = 50_000;
/** The least that a Claude model caches. */
const promptTokensMin = 1_024;
const fingerprintCharacters = 16;
const nothing: CachingWorth = { savingNanos: 0n, premiumNanos: 0n };

/**
 * Finds long prompts that came again within minutes and were not cached. Checksums of their
 * beginnings stay in memory; the usage record gets a keyed fingerprint of those that came again.
 */
export class RepeatedPrompts {
  readonly #getNowMs: () => number;
  readonly #key: Buffer;
  readonly #prompts = new LRUCache<string, Remembered>({ max: promptsMax });

  constructor(getNowMs: () => number, key: Buffer) {
    this.#getNowMs = getNowMs;
    this.#key = key;
  }

  /** Undefined: it is not repeated, or would not be cached. Remembers it. */
  note(
    call: SettledCall,
    usage: TokenUsage,
    reported?: ReportedExtras,
  ): RepeatedPrompt | undefined {
    if (!isWatched(call, usage)) return undefined;
    const { caller, candidate, request } = call;
    const beginning = readBeginning(request, countPromptTokens(usage));
    if (beginning === undefined) return undefined;
    const { text, tokens } = beginning;
    // Only prompts of one key and model are compared. UTF-16 is copied; UTF-8 would be encoded.
    const sum = crc32(Buffer.from(text, 'utf16le'));
    const name = `${caller.keyId} ${candidate.model.id} ${sum}`;
    const nowMs = this.#getNowMs();
    const known = this.#prompts.get(name);
    const first = known !== undefined && known.untilMs > nowMs ? known : undefined;
    const { premiumNanos, savingNanos } = estimateWorth(call, { usage, reported, tokens });
    const untilMs = nowMs + lifeMs;
    this.#prompts.set(name, { untilMs, premiumNanos: first === undefined ? premiumNanos : 0n });
    if (first === undefined) return undefined;
    return {
      fingerprint: this.#sign(caller.walletId, text),
      cacheableTokens: tokens,
      missedNanos: savingNanos - first.premiumNanos,
    };
  }

  /** Another account gets another fingerprint for the same text. */
  #sign(walletId: string, text: string): string {
    const mac = createHmac('sha256', this.#key).update(`${walletId}\n`).update(text, 'utf16le');
    return mac.digest('base64url').slice(0, fingerprintCharacters);
  }
}

function isWatched({ candidate, otherAnswers = [] }: SettledCall, usage: TokenUsage): boolean {
  if (countPromptTokens(usage) < promptTokensMin || hasUsedCache(usage)) return false;
  // The tokens of several answers are sums, and requests at the same time share no cache.
  if (candidate.isTest || otherAnswers.length > 0) return false;
  return needsCacheControl(candidate.target.upstreamModel);
}

/** Calls that cost the account nothing can save it nothing. */
function estimateWorth(
  { candidate: { prices, work }, unpaid }: SettledCall,
  {
    reported,
    tokens,
    usage,
  }: {
    readonly usage: TokenUsage;
    readonly reported: ReportedExtras | undefined;
    readonly tokens: number;
  },
): CachingWorth {
  if (unpaid !== undefined || prices.tiers === undefined) return nothing;
  const { extras, isThinking, usesWeb } = work;
  return estimateCaching(prices, { usage, isThinking, usesWeb, extras, reported }, tokens);
}

function hasUsedCache({ cacheRead, cacheWrite1h, cacheWrite5m }: TokenUsage): boolean {
  return cacheRead + cacheWrite5m + cacheWrite1h > 0;
}

/** Claude caches only what a request marks, at Anthropic as on Bedrock and Vertex. */
function needsCacheControl(upstreamModel: string): boolean {
  return upstreamModel.includes('claude');
}
