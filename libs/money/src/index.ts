export {
  formatDecimal,
  formatUsd,
  nanosMax,
  nanosPerUsd,
  nanosToUsdNumber,
  parseDecimal,
  parseUsd,
  picosPerNano,
  usdNumberToNanos,
  type Nanos,
  type Picos,
} from './nanos';
export { computeCharge, roundPicosToNanos, type ChargeLine } from './charge';
