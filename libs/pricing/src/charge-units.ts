import assert from 'node:assert/strict';
import type { ChargeLine, Picos } from '@tollgate/money';
import type { TokenUsage } from '@tollgate/model-spec';
import { makeTokenLines } from './charge-tokens';
import { multiplierOne, multiplyPrice, type PriceList } from './price-list';

/** Images are paid each, by their size. */
export function makeImageLines(list: PriceList, count: number, size?: string): ChargeLine[] {
  return makeLines(list, 'image', count, findImagePrice(list, size));
}

/** The price of a size, or else the one for any size; undefined: images are paid by tokens. */
export function findImagePrice(list: PriceList, size: string | undefined): Picos | undefined {
  return (size === undefined ? undefined : list.sizePicos.get(size)) ?? list.imagePicos;
}

/** What decides the price of one image; undefined: the model chose, or will choose. */
export interface ImageFormat {
  readonly size: string | undefined;
  readonly quality?: string | undefined;
}

/**
 * The name of an image's price: `high/1024x1024` where the quality decides, too.
 * An unknown size, or one without a price, is charged at the highest price it may have.
 */
export function findImageSize(list: PriceList, { quality, size }: ImageFormat): string | undefined {
  const exact = [`${quality}/${size}`, size ?? ''].find((key) => list.sizePicos.has(key));
  if (exact !== undefined || list.imagePicos !== undefined) return exact;
  const dearest = [...list.sizePicos].sort(([, left], [, right]) => (left < right ? 1 : -1));
  const isAlike = (key: string): boolean =>
    (size === undefined || readImageSize(key) === size) &&
    (quality === undefined || key.startsWith(`${quality}/`));
  return (dearest.find(([key]) => isAlike(key)) ?? dearest[0])?.[0];
}

/** The size in such a name. */
export function readImageSize(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

/** Speech is paid by the code points of its text. */
export function makeSpeechLines(list: PriceList, text: string): ChargeLine[] {
  return makeLines(list, 'character', countCodePoints(text), list.characterPicos);
}

/** Transcription is paid by begun seconds, at least one. */
export function makeTranscriptionLines(list: PriceList, seconds: number): ChargeLine[] {
  return makeLines(list, 'audio_second', countSeconds(seconds), list.audioSecondPicos);
}

/** What a provider reports of a ranking; undefined: it does not count it. */
export interface RankingUse {
  readonly searchUnits: number | undefined;
  readonly usage: TokenUsage | undefined;
}

/** Ranking is paid by searches, by tokens or by both, as far as they have a price. */
export function makeRankingLines(list: PriceList, use: RankingUse): ChargeLine[] {
  const { searchUnits = 0, usage } = use;
  const lines: ChargeLine[] = [];
  if (list.searchUnitPicos !== undefined && searchUnits > 0) {
    const units = BigInt(searchUnits);
    lines.push({ bucket: 'search_unit', units, pricePicos: list.searchUnitPicos });
  }
  if (list.tiers !== undefined && usage !== undefined) {
    const byTokens = { ...list, requestPicos: 0n };
    lines.push(...makeTokenLines(byTokens, { usage, isThinking: false, usesWeb: false }));
  }
  if (lines.length > 0 && list.requestPicos > 0n) {
    lines.push({ bucket: 'request', units: 1n, pricePicos: list.requestPicos });
  }
  return lines;
}

/** Of a video, with the multipliers of the work in it. */
export function findVideoSecondPrice(
  list: PriceList,
  work: { readonly resolution: string | undefined; readonly hasAudio: boolean },
): Picos {
  assert(list.videoSecondPicos !== undefined, 'a video needs a price per second');
  const resolution =
    (work.resolution === undefined ? undefined : list.resolutionMultipliers.get(work.resolution)) ??
    multiplierOne;
  const audio = work.hasAudio ? list.audioMultiplier : multiplierOne;
  const factor = multiplyPrice(resolution, audio);
  return multiplyPrice(list.videoSecondPicos, factor);
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function countSeconds(seconds: number): number {
  return Math.max(1, Math.ceil(seconds));
}

function makeLines(
  list: PriceList,
  bucket: string,
  units: number,
  price: Picos | undefined,
): ChargeLine[] {
  assert(price !== undefined, `a charge by ${bucket} needs its price`);
  const lines = [{ bucket, units: BigInt(units), pricePicos: price }];
  if (list.requestPicos > 0n) {
    lines.push({ bucket: 'request', units: 1n, pricePicos: list.requestPicos });
  }
  return lines.filter((line) => line.units > 0n && line.pricePicos > 0n);
}
