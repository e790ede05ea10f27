export { KeyRing, type Sealed } from './key-ring';
export { isSameOrigin } from './same-origin';
export { printResealed, resealRows, type Resealed } from './reseal-rows';
export { listHexKeys, maskKey, SecretBox } from './secret-box';
