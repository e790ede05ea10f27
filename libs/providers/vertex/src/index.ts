export { vertex } from './adapter';
