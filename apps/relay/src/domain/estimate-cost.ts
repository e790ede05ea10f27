import { roundPicosToNanos, type Nanos, type Picos } from '@tollgate/money';
import type { PriceList, PriceTier } from './price-list';

export interface WorstCase {
  readonly promptTokens: number;
  /** Per choice. */
  readonly outputTokens: number;
  readonly choices: number;
}

/**
 * What the call can cost at most: every prompt token at the dearest price it could meet, every
 * output token too, over all tiers that a prompt up to this size could fall into. For any usage
 * within these counts the charge is at most this.
 */
export function estimateCost(list: PriceList, worst: WorstCase): Nanos {
  const tiers = list.tiers.filter(
    (tier) => tier.abovePromptTokens < Math.max(1, worst.promptTokens),
  );
  const picos = tiers.map((tier) => estimateTier(tier, worst)).reduce(larger, 0n);
  return roundPicosToNanos(picos + list.requestPicos);
}

function estimateTier(tier: PriceTier, worst: WorstCase): Picos {
  const input = [tier.prompt, tier.cacheRead, tier.cacheWrite, tier.cacheWrite1h].reduce(
    larger,
    0n,
  );
  const output = larger(tier.completion, tier.reasoning);
  return (
    BigInt(worst.promptTokens) * input + BigInt(worst.choices) * BigInt(worst.outputTokens) * output
  );
}

function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
