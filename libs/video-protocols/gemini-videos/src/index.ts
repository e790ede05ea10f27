export { geminiVideos } from './adapter';
