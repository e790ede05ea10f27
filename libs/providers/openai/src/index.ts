export { openai } from './adapter';
export { mapStopReason } from './map-stop-reason';
export { mapUsage } from './map-usage';
export { readChoices, type WireChoice } from './wire';
