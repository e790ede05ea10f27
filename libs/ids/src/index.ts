export { getUlidTimeMs, isUlid, makeUlid } from './ulid';
export { idPrefixes, isId, makeId, type IdKind } from './prefixed-id';
export { formatGenerationId, parseGenerationId } from './generation-id';
export { hashSecret, makeSecretText } from './secret';
