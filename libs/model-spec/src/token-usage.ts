/** Disjoint token counts: a token is in exactly one of them. Reasoning is a part of output. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  /** Text, reasoning included; audio and images have buckets of their own. */
  readonly output: number;
  readonly reasoning: number;
  readonly audioInput: number;
  readonly imageInput: number;
  readonly audioOutput: number;
  readonly imageOutput: number;
}

export const emptyUsage: TokenUsage = Object.freeze({
  input: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
  audioInput: 0,
  imageInput: 0,
  audioOutput: 0,
  imageOutput: 0,
});

/** All input tokens, at any price. */
export function countPromptTokens(usage: TokenUsage): number {
  const { audioInput, cacheRead, cacheWrite1h, cacheWrite5m, imageInput, input } = usage;
  return input + cacheRead + cacheWrite5m + cacheWrite1h + audioInput + imageInput;
}

/** All tokens that came out, reasoning included. */
export function countOutputTokens(usage: TokenUsage): number {
  return usage.output + usage.audioOutput + usage.imageOutput;
}

export function addUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  return {
    input: left.input + right.input,
    cacheRead: left.cacheRead + right.cacheRead,
    cacheWrite5m: left.cacheWrite5m + right.cacheWrite5m,
    cacheWrite1h: left.cacheWrite1h + right.cacheWrite1h,
    output: left.output + right.output,
    reasoning: left.reasoning + right.reasoning,
    audioInput: left.audioInput + right.audioInput,
    imageInput: left.imageInput + right.imageInput,
    audioOutput: left.audioOutput + right.audioOutput,
    imageOutput: left.imageOutput + right.imageOutput,
  };
}

export function isEmptyUsage(usage: TokenUsage): boolean {
  return countPromptTokens(usage) + countOutputTokens(usage) === 0;
}

/**
 * The usage of an upstream. `unusable` (negative, fractional, absurd) fails the call:
 * a number that cannot be trusted is never charged.
 */
export type UsageReading =
  | { readonly kind: 'usage'; readonly usage: TokenUsage }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable' };
