export { openai } from './adapter';
export { writeChatFields } from './build-request';
export { completionTokensDefault, forwardCompletion } from './forward-completion';
export { mapStopReason } from './map-stop-reason';
export { mapUsage } from './map-usage';
export type { WireChoice } from './wire';
