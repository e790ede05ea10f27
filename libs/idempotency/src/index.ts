export { answerOnce, type Answer, type AnswerOnceOptions, type ReceivedBody } from './answer-once';
export {
  answerOperatorWrite,
  type OperatorWrite,
  type OperatorWriteOptions,
} from './answer-operator-write';
export {
  createIdempotencyStore,
  type Claim,
  type IdempotencyStore,
  type IdempotentCall,
} from './idempotency-store';
export { createPurgeKeysPart } from './purge-keys-part';
