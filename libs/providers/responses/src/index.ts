export { responses } from './adapter';
