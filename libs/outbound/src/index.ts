export { isPublicAddress } from './public-address';
export { isPublicUrl, parseHttpUrl } from './public-url';
