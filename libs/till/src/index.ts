export { beatIntervalMs, InstanceRegistry, silenceMsMax } from './instance-registry';
export { epochGraceMs, epochPollMs, openEpoch, type Epoch } from './epoch';
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
export {
  Till,
  type AdmitRequest,
  type AdmitResult,
  type HoldRef,
  type HoldState,
  type LoadRequest,
  type TillWallet,
} from './till';
export { getWindowEndMs, getWindowStartMs } from './window-start';
