export { getUlidTimeMs, isUlid, makeUlid, makeUlidFrom } from './ulid';
export { idPrefixes, isId, makeId } from './prefixed-id';
export { formatGenerationId, parseGenerationId } from './generation-id';
export { hashSecret, makeSecretText } from './secret';
