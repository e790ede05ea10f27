export { KeyRing, type Sealed } from './key-ring';
export { isSameOrigin } from './same-origin';
export { maskKey, SecretBox } from './secret-box';
