export { vertexAnthropic } from './adapter';
