export { responses } from './adapter';
export { signRequest } from './sign-request';
