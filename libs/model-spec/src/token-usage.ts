/** Disjoint token counts: a token is in exactly one of them. Reasoning is a part of output. */
export interface TokenUsage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly output: number;
  readonly reasoning: number;
}

export const emptyUsage: TokenUsage = Object.freeze({
  input: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
});

export function isEmptyUsage(usage: TokenUsage): boolean {
  return (
    usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h + usage.output === 0
  );
}

/**
 * What an upstream said about usage. `unusable` (negative, fractional, absurd) fails the call:
 * a number nobody can trust is never charged.
 */
export type UsageReading =
  | { readonly kind: 'usage'; readonly usage: TokenUsage }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable' };
