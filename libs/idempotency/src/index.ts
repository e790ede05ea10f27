export { answerOnce, type Answer, type ReceivedBody } from './answer-once';
export { answerOperatorWrite, type OperatorWrite } from './answer-operator-write';
export { checkIdempotencyKey, idempotencyHeader } from './idempotency-key';
export { createIdempotencyStore, type IdempotencyStore } from './idempotency-store';
export { createPurgeKeysPart } from './purge-keys-part';
