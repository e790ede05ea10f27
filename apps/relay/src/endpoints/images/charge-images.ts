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

/** The most that images can cost, including the prompt where tokens are priced. */
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
 * The charge of images. An image model is charged per image if that has a price, else by tokens. A
 * chat model is charged by tokens, and per image where images have their own price: then their
 * tokens are not charged again. No lines: nothing with a price was reported.
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
  // Where a provider does not separate images from text, all output counts as image.
  const output = usage.imageOutput > 0 ? usage.output : 0;
  const talk = { ...usage, imageOutput: 0, output };
  return [
    ...makeTokenLines(list, { ...charge, usage: output > 0 ? talk : { ...talk, reasoning: 0 } }),
    ...makeImageLines({ ...list, requestPicos: 0n }, count, size),
  ];
}
