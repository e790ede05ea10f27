export { DiskSpeed } from './disk-speed';
export { optimizations, type Optimization } from './optimizations';
export { createMembers, type Members } from './slot-list';
export { createSmallForwarder, type SmallForwarder } from './small-forwarder';
export { WriteBatches } from './write-batches';
