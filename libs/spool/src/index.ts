export { Spool, SpoolFullError, type SpoolOptions } from './spool';
export { SpoolBrokenError } from './segment-writer';
export { type SpoolRecord } from './segment-reader';
export { diskFiles, type SpoolFiles } from './spool-files';
