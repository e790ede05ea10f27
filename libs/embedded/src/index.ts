export { getFreePort } from './get-free-port';
export { isPortFree } from './is-port-free';
