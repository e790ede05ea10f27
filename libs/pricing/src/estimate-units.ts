import { computeCharge, picosPerNano, roundPicosToNanos, type Nanos } from '@tollgate/money';
import {
  findImagePrice,
  findImageSize,
  makeImageLines,
  makeSpeechLines,
  makeTranscriptionLines,
  type ImageFormat,
} from './charge-units';
import { estimateTokens } from './estimate-tokens';
import type { PriceList } from './price-list';

export interface ImageWork extends ImageFormat {
  readonly count: number;
  readonly promptTokens: number;
  /** Undefined: the size does not imply it. */
  readonly tokensPerImage: number | undefined;
}

const tokensPerImageDefault = 4_160;
/** Bytes of one second of audio in a container without a duration. */
const bytesPerSecond = 4_000;
const tokensHeardPerSecond = 35;
/** Speech is not faster than this for long. */
const tokensWrittenPerSecond = 10;

/** Per image where it has a price, else by the tokens that its making can use. */
export function estimateImages(list: PriceList, work: ImageWork): Nanos {
  const size = findImageSize(list, work);
  if (findImagePrice(list, size) !== undefined) {
    return computeCharge(makeImageLines(list, work.count, size));
  }
  // Over a key of the caller's own nothing needs a price.
  if (list.tiers === undefined) return roundPicosToNanos(list.requestPicos);
  return estimateTokens(list, {
    promptTokens: work.promptTokens,
    outputTokens: work.tokensPerImage ?? tokensPerImageDefault,
    choices: work.count,
    cacheWrite: 'none',
    isThinking: false,
    hasAudioInput: false,
    hasImageInput: true,
    hasAudioOutput: false,
    hasImageOutput: true,
    usesWeb: false,
  });
}

/** Exact: the text is known. */
export function estimateSpeech(list: PriceList, text: string): Nanos {
  return computeCharge(makeSpeechLines(list, text));
}

/**
 * By the duration of the container, or else by its size; where seconds have no price, by the
 * tokens of as many seconds.
 */
export function estimateTranscription(
  list: PriceList,
  audio: { readonly seconds: number | undefined; readonly bytes: number },
): Nanos {
  const seconds = audio.seconds ?? audio.bytes / bytesPerSecond;
  if (list.audioSecondPicos !== undefined) {
    return computeCharge(makeTranscriptionLines(list, seconds));
  }
  const begun = Math.max(1, Math.ceil(seconds));
  return estimateTokens(list, {
    promptTokens: begun * tokensHeardPerSecond,
    outputTokens: begun * tokensWrittenPerSecond,
    choices: 1,
    cacheWrite: 'none',
    isThinking: false,
    hasAudioInput: true,
    hasImageInput: false,
    hasAudioOutput: false,
    hasImageOutput: false,
    usesWeb: false,
  });
}

/** By the most searches and tokens that a ranking can be counted as. */
export function estimateRanking(
  list: PriceList,
  work: { readonly searchUnits: number; readonly promptTokens: number },
): Nanos {
  // Rounded up: two amounts that were each rounded down could end below their sum.
  const searches = BigInt(work.searchUnits) * (list.searchUnitPicos ?? 0n) + (picosPerNano - 1n);
  const tokens = estimateTokens(list, {
    promptTokens: work.promptTokens,
    outputTokens: 0,
    choices: 1,
    cacheWrite: 'none',
    isThinking: false,
    hasAudioInput: false,
    hasImageInput: false,
    hasAudioOutput: false,
    hasImageOutput: false,
    usesWeb: false,
  });
  return searches / picosPerNano + tokens;
}
