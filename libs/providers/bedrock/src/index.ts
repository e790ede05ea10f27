export { bedrock } from './adapter';
