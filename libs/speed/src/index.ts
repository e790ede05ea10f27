export { optimizations, type Optimization } from './optimizations';
export { createMembers, type Members } from './slot-list';
export {
  createSmallForwarder,
  createSmallTarget,
  type SmallForwarder,
  type SmallForwarderOptions,
  type SmallTarget,
} from './small-forwarder';
export { WriteBatches } from './write-batches';
