import { computeCharge, type ChargeLine, type Nanos, type Picos } from '@tollgate/money';
import { findVideoSecondPrice, type PriceList } from '@tollgate/pricing';
import type { FittedVideo } from './video-request';

/** What a job costs at one provider. */
export interface VideoRate {
  /** Of one second, with the multipliers of the job in it. */
  readonly secondPicos: Picos;
  /** Of the job, independent of its length. */
  readonly requestPicos: Picos;
}

/** Raises when the list has no price of a second. */
export function rateVideo(
  prices: PriceList,
  { hasAudio, resolution }: Pick<FittedVideo, 'hasAudio' | 'resolution'>,
): VideoRate {
  return {
    secondPicos: findVideoSecondPrice(prices, { hasAudio, resolution }),
    requestPicos: prices.requestPicos,
  };
}

/** Begun seconds, in and out, at least one. */
export function countVideoSeconds({
  inputSeconds,
  seconds,
}: Pick<FittedVideo, 'inputSeconds' | 'seconds'>): number {
  return Math.max(1, Math.ceil(seconds) + Math.ceil(inputSeconds));
}

/** The lines of a job that made so many seconds, for its worst case as for its end. */
export function makeVideoJobLines(
  { requestPicos, secondPicos }: VideoRate,
  video: Pick<FittedVideo, 'inputSeconds' | 'seconds'>,
): readonly ChargeLine[] {
  const units = BigInt(countVideoSeconds(video));
  return [
    { bucket: 'video_second', units, pricePicos: secondPicos },
    { bucket: 'request', units: 1n, pricePicos: requestPicos },
  ].filter(({ pricePicos }) => pricePicos > 0n);
}

export function measureVideo(
  rate: VideoRate,
  video: Pick<FittedVideo, 'inputSeconds' | 'seconds'>,
): Nanos {
  return computeCharge(makeVideoJobLines(rate, video));
}
