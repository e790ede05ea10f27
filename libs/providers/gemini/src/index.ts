export { gemini } from './adapter';
export { translate, type EditContents } from './build-request';
export { mapStopReason } from './map-stop-reason';
export { mapUsage } from './map-usage';
export { signRequest } from './sign-request';
export type { WireContent } from './wire';
