import type { ChargeLine, Nanos } from '@tollgate/money';
import type { UsageReading } from '@tollgate/model-spec';
import {
  estimateImages,
  estimateTokens,
  findImagePrice,
  makeImageLines,
  makeTokenLines,
  type PriceList,
  type TokenWork,
} from '@tollgate/pricing';
import type { ModelKind } from '../../domain/catalog';

/** What decides the price of one image; undefined: the model chose, or will choose. */
export interface ImageFormat {
  readonly size: string | undefined;
  readonly quality: string | undefined;
}

export interface ImageWork extends ImageFormat {
  readonly kind: ModelKind;
  readonly count: number;
  readonly work: TokenWork;
}

/** The most that images can cost; what they are asked with counts, too, where tokens do. */
export function reserveImages(list: PriceList, asked: ImageWork): Nanos {
  const { count, kind, work } = asked;
  const { promptTokens } = work;
  const size = findSizeKey(list, asked);
  if (kind === 'image')
    return estimateImages(list, { count, size, promptTokens, tokensPerImage: undefined });
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
  const size = findSizeKey(list, made);
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

/**
 * Under which name the price of an image stands: `high/1024x1024` where the quality decides, too.
 * What is not known, or has no price of its own, is paid as the dearest that it may be.
 */
function findSizeKey(list: PriceList, { quality, size }: ImageFormat): string | undefined {
  const exact = [`${quality}/${size}`, size ?? ''].find((key) => list.sizePicos.has(key));
  if (exact !== undefined || list.imagePicos !== undefined) return exact;
  const dearest = [...list.sizePicos].sort(([, left], [, right]) => (left < right ? 1 : -1));
  const isAlike = (key: string): boolean =>
    (size === undefined || readSize(key) === size) &&
    (quality === undefined || key.startsWith(`${quality}/`));
  return (dearest.find(([key]) => isAlike(key)) ?? dearest[0])?.[0];
}

/** The size in such a name. */
export function readSize(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
