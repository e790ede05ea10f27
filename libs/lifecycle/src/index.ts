export {
  crashPoints,
  createCrashPoints,
  type CrashPoint,
  type ReachCrashPoint,
} from './crash-points';
export { stallMsMin, startFairTimer } from './fair-timer';
export { createLifecycle, limitStopStep, stopMsMax, type Lifecycle, type Part } from './lifecycle';
export { createCountingPart, createRepeatingPart, type RepeatingPart } from './repeating-part';
export type { ServiceSettings } from './service-settings';
export { Rerun } from './rerun';
export { alignDelayMs, startBeat } from './shared-beat';
