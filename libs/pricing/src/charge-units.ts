import assert from 'node:assert/strict';
import type { ChargeLine, Picos } from '@tollgate/money';
import { multiplierOne, multiplyPrice, type PriceList } from './price-list';

/** What a video job makes. */
export interface VideoWork {
  /** Whole seconds; a fraction counts as a second. */
  readonly seconds: number;
  readonly resolution: string | undefined;
  readonly hasAudio: boolean;
}

/** Images are paid each, by their size. */
export function makeImageLines(list: PriceList, count: number, size?: string): ChargeLine[] {
  return makeLines(list, 'image', count, findImagePrice(list, size));
}

/** The price of a size, or else the one for any size; undefined: images are paid by tokens. */
export function findImagePrice(list: PriceList, size: string | undefined): Picos | undefined {
  return (size === undefined ? undefined : list.sizePicos.get(size)) ?? list.imagePicos;
}

/** Speech is paid by the code points of its text. */
export function makeSpeechLines(list: PriceList, text: string): ChargeLine[] {
  return makeLines(list, 'character', countCodePoints(text), list.characterPicos);
}

/** Transcription is paid by begun seconds, at least one. */
export function makeTranscriptionLines(list: PriceList, seconds: number): ChargeLine[] {
  return makeLines(list, 'audio_second', countSeconds(seconds), list.audioSecondPicos);
}

export function makeVideoLines(list: PriceList, work: VideoWork): ChargeLine[] {
  const price = findVideoSecondPrice(list, work);
  return makeLines(list, 'video_second', countSeconds(work.seconds), price);
}

/** With the multipliers of the work in it. */
export function findVideoSecondPrice(
  list: PriceList,
  work: Pick<VideoWork, 'hasAudio' | 'resolution'>,
): Picos {
  assert(list.videoSecondPicos !== undefined, 'a video needs a price per second');
  const resolution =
    (work.resolution === undefined ? undefined : list.resolutionMultipliers.get(work.resolution)) ??
    multiplierOne;
  const audio = work.hasAudio ? list.audioMultiplier : multiplierOne;
  const factor = multiplyPrice(resolution, audio);
  return multiplyPrice(list.videoSecondPicos, factor);
}

export function countCodePoints(text: string): number {
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
