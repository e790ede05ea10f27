export { isPublicAddress } from './public-address';
export { isPublicUrl } from './public-url';
