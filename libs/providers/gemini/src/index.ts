export { gemini } from './adapter';
export { mapStopReason } from './map-stop-reason';
export { mapUsage } from './map-usage';
export { signRequest } from './sign-request';
