export {
  hasPriceFor,
  makePriceList,
  type OperatorPrices,
  type OperatorTier,
  type PriceList,
  type PriceListInput,
} from './price-list';
export { estimateCaching, type CachingWorth } from './estimate-caching';
export { chooseTier, joinLines, makeTokenLines, makeUndiscountedLines } from './charge-tokens';
export {
  findImagePrice,
  findImageSize,
  findVideoSecondPrice,
  makeImageLines,
  makeRankingLines,
  makeSpeechLines,
  makeTranscriptionLines,
  readImageSize,
  type ImageFormat,
  type RankingUse,
} from './charge-units';
export {
  countCoveredTokens,
  estimateExtension,
  estimateFloor,
  estimateTokens,
  type TokenWork,
} from './estimate-tokens';
export {
  estimateImages,
  estimateRanking,
  estimateSpeech,
  estimateTranscription,
  type ImageWork,
} from './estimate-units';
