import type { ChargeLine, Nanos } from '@tollgate/money';
import type { UsageReading } from '@tollgate/model-spec';
import {
  estimateImages,
  estimateTokens,
  findImagePrice,
  findImageSize,
  makeImageLines,
  makeTokenLines,
  type ImageFormat,
  type PriceList,
  type TokenWork,
} from '@tollgate/pricing';
import type { ModelKind } from '../../catalog/catalog';

export interface ImageWork extends ImageFormat {
  readonly kind: ModelKind;
  readonly count: number;
  readonly work: TokenWork;
}

/** The most that images can cost; what they are asked with counts, too, where tokens do. */
export function reserveImages(list: PriceList, asked: ImageWork): Nanos {
  const { count, kind, work } = asked;
  const { promptTokens } = work;
  if (kind === 'image')
    return estimateImages(list, { ...asked, promptTokens, tokensPerImage: undefined });
  const byTokens = estimateTokens(list, work);
  return list.imagePicos === undefined
    ? byTokens
    : byTokens +
        estimateImages(
          { ...list, requestPicos: 0n },
          { count, size: undefined, promptTokens, tokensPerImage: undefined },
        );
}

export interface MadeImages extends ImageFormat {
  readonly kind: ModelKind;
  readonly count: number;
  readonly usage: UsageReading;
}

/**
 * What images cost. A model for images is paid by the image where that has a price, else by tokens.
 * A model that talks is paid by tokens, and by the image where images have a price of their own:
 * then their tokens are not counted again. No lines: nothing that has a price was told.
 */
export function makeImageCharge(list: PriceList, made: MadeImages): readonly ChargeLine[] {
  const { count, kind, usage: reading } = made;
  const size = findImageSize(list, made);
  const hasImagePrice = findImagePrice(list, size) !== undefined;
  const usage = reading.kind === 'usage' ? reading.usage : undefined;
  if (usage === undefined || list.tiers === undefined || (kind === 'image' && hasImagePrice))
    return hasImagePrice ? makeImageLines(list, count, size) : [];
  const charge = { isThinking: false, usesWeb: false };
  if (!hasImagePrice) return makeTokenLines(list, { ...charge, usage });
  // Where a provider does not tell images from text, all that came out counts as image.
  const output = usage.imageOutput > 0 ? usage.output : 0;
  const talk = { ...usage, imageOutput: 0, output };
  return [
    ...makeTokenLines(list, { ...charge, usage: output > 0 ? talk : { ...talk, reasoning: 0 } }),
    ...makeImageLines({ ...list, requestPicos: 0n }, count, size),
  ];
}
