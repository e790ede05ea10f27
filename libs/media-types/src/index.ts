export { sniffAudio } from './audio/sniff-audio';
export { measureAudio } from './audio/measure-audio';
export { readEnds } from './audio/file-ends';
export { sniffImage } from './sniff-image';
export { readStart } from './read-start';
