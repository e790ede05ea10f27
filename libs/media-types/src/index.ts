export { sniffImage, type ImageType } from './sniff-image';
