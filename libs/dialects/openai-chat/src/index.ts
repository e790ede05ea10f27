export { openAiChat } from './dialect';
