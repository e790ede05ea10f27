export {
  hasPriceFor,
  makePriceList,
  type OperatorPrices,
  type OperatorTier,
  type PriceList,
  type PriceListInput,
} from './price-list';
export { chooseTier, makeTokenLines, makeUndiscountedLines } from './charge-tokens';
export {
  findImagePrice,
  findImageSize,
  findVideoSecondPrice,
  makeImageLines,
  makeSpeechLines,
  makeTranscriptionLines,
  readImageSize,
  type ImageFormat,
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
  estimateSpeech,
  estimateTranscription,
  type ImageWork,
} from './estimate-units';
