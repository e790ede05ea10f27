export { arkVideos } from './adapter';
