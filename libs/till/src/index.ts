export type {
  AdmitPreview,
  AdmitRequest,
  AdmitResult,
  ExtendRequest,
  HoldRef,
  ReachedLimit,
} from './admission';
export {
  brakeSignalChannel,
  brakeSignalKey,
  formatBrakeSignal,
  openBrake,
  parseBrakeSignal,
  type BrakeSignal,
} from './brake-signal';
export { CancelWatch, penaltySeconds } from './cancel-watch';
export {
  Goodwill,
  getGoodwillBucket,
  getGoodwillResetMs,
  goodwillBucketsMax,
  type GoodwillState,
  type GoodwillUse,
} from './goodwill';
export { beatIntervalMs, InstanceRegistry, silenceMsMax } from './instance-registry';
export type { Epoch } from './cluster-epoch';
export { epochGraceMs, epochPollMs, openEpoch } from './epoch';
export type { HoldState } from './hold-state';
export { getPenaltyKey } from './keys';
export {
  formatCounterField,
  limitScopes,
  parseCounterField,
  spendWindows,
  type LimitScope,
  type SpendCounter,
  type SpendLimit,
  type SpendWindow,
} from './limits';
export { PlatformSpend, type PlatformSpendReading } from './platform-spend';
export { leaseMs, leasePauseMs } from './scripts/lease';
export { SpendCounters } from './spend-counters';
export {
  Till,
  type BookBalance,
  type HoldEnding,
  type LeaseTimes,
  type LoadRequest,
  type ShrinkRequest,
  type TillHold,
} from './till';
export { getWindowEndMs, getWindowStartMs } from './window-start';
