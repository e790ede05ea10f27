export { openaiVideos } from './adapter';
