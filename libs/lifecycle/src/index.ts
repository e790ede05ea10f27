export {
  crashPoints,
  createCrashPoints,
  type CrashPoint,
  type ReachCrashPoint,
} from './crash-points';
export { createLifecycle, type Lifecycle, type LifecycleOptions, type Part } from './lifecycle';
export { createRepeatingPart, type RepeatingPart } from './repeating-part';
export { startService, type ServiceContext, type StartServiceOptions } from './start-service';
export { runService, type HostProcess, type RunServiceOptions } from './run-service';
export { Rerun } from './rerun';
