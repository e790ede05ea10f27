export { answerOnce, type Answer, type AnswerOnceOptions } from './answer-once';
export {
  createIdempotencyStore,
  type Claim,
  type IdempotencyStore,
  type IdempotentCall,
} from './idempotency-store';
export { createPurgeKeysPart } from './purge-keys-part';
