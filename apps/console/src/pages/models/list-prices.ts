import type { Model } from '../../api/generated/types.gen';
import { formatUsd } from '../../format/money';
import { formatShortCount } from '../../format/number';
import { t } from '../../i18n/language';

type Pricing = Model['pricing'];
type Unit =
  | 'image'
  | 'audio_second'
  | 'character'
  | 'video_second'
  | 'search_unit'
  | 'request'
  | 'web_search';
type UnitPrices = Readonly<Partial<Record<keyof Pricing | Unit, unknown>>> &
  Readonly<Partial<Record<Unit, string | null | undefined>>>;

/** Prices that are not per token: `$0.0400 an image`. */
export function listUnitPrices(pricing: UnitPrices): readonly string[] {
  const units: readonly (readonly [UnitPrices[Unit], (price: string) => string])[] = [
    [pricing.image, (price) => t('{price} an image', { price })],
    [pricing.audio_second, (price) => t('{price} a second of audio', { price })],
    [pricing.character, (price) => t('{price} a character', { price })],
    [pricing.video_second, (price) => t('{price} a second of video', { price })],
    [pricing.search_unit, (price) => t('{price} a search', { price })],
    [pricing.request, (price) => t('{price} a request', { price })],
    [pricing.web_search, (price) => t('{price} a web search', { price })],
  ];
  return units.flatMap(([price, name]) =>
    price == null || Number(price) === 0 ? [] : [name(formatUsd(Number(price)))],
  );
}

/** Whether tokens cost something, or nothing else does. */
export function isPricedByToken(pricing: Pricing): boolean {
  const isFree = Number(pricing.prompt) === 0 && Number(pricing.completion) === 0;
  return !isFree || listUnitPrices(pricing).length === 0;
}

/** Tiers are priced per token, everything else per million. */
const tokensPerPrice = 1_000_000;

type Tiers = NonNullable<Model['pricing_tiers']>;

/** `above 200 k: $2.50`: the price of one side from a length of the prompt on. */
export function listTierPrices(
  tiers: Tiers | undefined,
  side: 'prompt' | 'completion',
): readonly string[] {
  return (tiers ?? []).map((tier) =>
    t('above {tokens}: {price}', {
      tokens: formatShortCount(tier.above_prompt_tokens),
      price: formatUsd(Number(tier[side]) * tokensPerPrice),
    }),
  );
}
