export { createRefusalLog, type RefusalLog, type RefusedRequest } from './refusal-log';
export { describeFailedCall, noteRefusals } from './note-refusals';
export type { Decision, RefusalFigures, RefusalScope } from './refusal';
