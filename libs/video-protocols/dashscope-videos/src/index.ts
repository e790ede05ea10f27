export { dashscopeVideos } from './adapter';
