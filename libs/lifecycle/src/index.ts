export {
  crashPoints,
  createCrashPoints,
  type CrashPoint,
  type ReachCrashPoint,
} from './crash-points';
export { createLifecycle, type Lifecycle, type LifecycleOptions, type Part } from './lifecycle';
export { runService, type HostProcess, type RunServiceOptions } from './run-service';
