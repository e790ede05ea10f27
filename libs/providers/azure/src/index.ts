export { azure } from './adapter';
