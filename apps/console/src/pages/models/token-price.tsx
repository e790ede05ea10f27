import type { ReactNode } from 'react';
import type { Model } from '../../api/generated/types.gen';
import { Money } from '../../ui/money';
import { isPricedByToken, listTierPrices } from './list-prices';

/** The price of a million tokens of one side, and what long prompts raise it to. */
export function TokenPrice({
  pricing,
  side,
  tiers,
}: {
  readonly pricing: Model['pricing'];
  readonly side: 'prompt' | 'completion';
  readonly tiers?: Model['pricing_tiers'];
}): ReactNode {
  if (!isPricedByToken(pricing)) return <span className="text-muted">–</span>;
  return (
    <span className="grid justify-items-end">
      <Money usd={Number(pricing[side])} />
      {listTierPrices(tiers, side).map((text) => (
        <span key={text} className="text-muted text-xs">
          {text}
        </span>
      ))}
    </span>
  );
}
