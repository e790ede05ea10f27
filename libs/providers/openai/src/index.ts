export { openai } from './adapter';
export { writeChatFields, type ChatFields } from './build-request';
export { mapStopReason } from './map-stop-reason';
export { mapUsage } from './map-usage';
export { signRequest } from './sign-request';
export { readChoices, type WireChoice } from './wire';
