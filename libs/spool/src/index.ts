export { SpoolInUseError, SpoolLostError } from './directory-lock';
export { hasBacklog } from './find-backlog';
export { replaySpool, type Replay } from './replay-spool';
export { Spool } from './spool';
export type { SpoolRecord } from './segment-reader';
export type { SpoolFiles } from './spool-files';
