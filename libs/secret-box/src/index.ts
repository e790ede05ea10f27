export { KeyRing, type Sealed } from './key-ring';
export { maskKey, SecretBox } from './secret-box';
