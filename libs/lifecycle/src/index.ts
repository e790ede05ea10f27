export { createLifecycle, type Lifecycle, type LifecycleOptions, type Part } from './lifecycle';
export { runService, type HostProcess, type RunServiceOptions } from './run-service';
