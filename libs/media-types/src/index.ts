export { sniffAudio, type AudioContainer } from './audio/sniff-audio';
export { measureAudio } from './audio/measure-audio';
export { readEnds, type FileEnds } from './audio/file-ends';
export { sniffImage, type ImageType } from './sniff-image';
export { readStart, type StartedStream } from './read-start';
