export { hasBacklog } from './find-backlog';
export { Spool } from './spool';
export type { SpoolRecord } from './segment-reader';
export type { SpoolFiles } from './spool-files';
